import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  COMPLETED,
  listButtons,
  openCheckout,
  pay,
  startFixture,
  type StripeFixture,
} from './stripe-fixtures.ts';

const act = ({ standIn }: StripeFixture, fields: Record<string, string>) =>
  standIn.act(new URLSearchParams(fields));

/** The message about the last form. */
const readFlash = ({ standIn }: StripeFixture) =>
  /class="flash[^>]*>([^<]*)</.exec(standIn.page())?.[1]?.trim();

describe('the controls page', () => {
  it('explains its empty lists, and has no script and one style sheet', async () => {
    const { standIn } = await startFixture();
    const page = standIn.page();
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';

    for (const text of ['no money moves', 'No checkout yet', 'No event yet', 'Coming events']) {
      expect(page).toContain(text);
    }
    expect(`'sha256-${createHash('sha256').update(style).digest('base64')}'`).toBe(standIn.pageStyleHash);
    expect(page).not.toMatch(/<script|style=|javascript:/);
  });

  it('offers for each checkout the actions that are possible now', async () => {
    const fixture = await startFixture();
    const { standIn, controls } = fixture;
    const { id, url } = await openCheckout(fixture);
    expect(standIn.page()).toContain(`href="${url ?? ''}"`);

    controls.pay(id, 'pay_later');
    expect(listButtons(standIn.page())).toEqual(
      expect.arrayContaining(['Async payment succeeds', 'Async payment fails']),
    );
    await act(fixture, { do: 'settle_succeeded', id });
    expect(readFlash(fixture)).toBe('Async payment succeeds: done.');
    expect(listButtons(standIn.page())).toEqual(expect.arrayContaining(['Refund', 'Dispute']));

    await act(fixture, { do: 'dispute', id });
    expect(listButtons(standIn.page())).not.toContain('Refund');
    const disputeId = controls.payments()[0]?.disputes[0]?.id ?? '';
    await act(fixture, { do: 'update_dispute', status: 'under_review', id: disputeId });
    expect(standIn.page()).toContain('>Disputed<');
    await act(fixture, { do: 'update_dispute', status: 'won', id: disputeId });
    expect(standIn.page()).toContain('Paid, dispute won');

    await act(fixture, { do: 'refund', id, amount: '2.50' });
    expect(readFlash(fixture)).toBe('Refunded £2.50.');
    const refundId = controls.payments()[0]?.refunds[0]?.id ?? '';
    await act(fixture, { do: 'update_refund', status: 'failed', id: refundId });
    await act(fixture, { do: 'refund_pending', id, amount: '' });
    expect(standIn.page()).toContain('Refund of £7.00, pending');
    expect(standIn.page()).toContain('<option>requires_action</option>');
    expect(listButtons(standIn.page())).not.toContain('Refund');
  });

  it('shows failed payments, lost disputes and expired checkouts', async () => {
    const fixture = await startFixture();
    await openCheckout(fixture);
    fixture.clock.advance(86_400_000);
    const failed = await openCheckout(fixture);
    fixture.controls.pay(failed.id, 'pay_later');
    await act(fixture, { do: 'settle_failed', id: failed.id });
    const { sessionId } = await pay(fixture);
    await act(fixture, { do: 'inquiry', id: sessionId });
    const disputeId = fixture.controls.payments()[0]?.disputes[0]?.id ?? '';
    await act(fixture, { do: 'update_dispute', status: 'needs_response', id: disputeId });
    await act(fixture, { do: 'update_dispute', status: 'lost', id: disputeId });

    const page = fixture.standIn.page();

    for (const state of ['Payment failed', 'Dispute lost', 'Expired']) expect(page).toContain(`>${state}<`);
  });

  it('holds, releases and repeats events', async () => {
    const fixture = await startFixture();
    const mode = { kind: 'hold', amount: '3', only: COMPLETED };
    await act(fixture, { do: 'apply_mode', ...mode });
    expect(fixture.standIn.page()).toContain(`Now: Hold until released, only for ${COMPLETED}.`);
    const { eventId: id } = await pay(fixture);
    await fixture.controls.idle();
    expect(listButtons(fixture.standIn.page())).toEqual(
      expect.arrayContaining(['Release 1 held event', 'Release']),
    );

    await act(fixture, { do: 'release', id: '' });
    expect(readFlash(fixture)).toBe('Events released: 1.');
    await fixture.controls.idle();
    await act(fixture, { do: 'send_again', id });
    await act(fixture, { do: 'send_as_new', id });
    await fixture.controls.idle();

    expect(fixture.receiver.types().filter((type) => type === COMPLETED)).toHaveLength(3);
    expect(fixture.standIn.page()).toContain('answered 200, 200');
  });

  it.each([
    [{ kind: 'twice' }, { kind: 'twice' }],
    [
      { kind: 'delay', amount: '7' },
      { kind: 'delay', seconds: 7 },
    ],
    [
      { kind: 'reorder', amount: '4' },
      { kind: 'reorder', count: 4 },
    ],
  ])('applies the mode %o', async (fields, mode) => {
    const fixture = await startFixture();

    await act(fixture, { do: 'apply_mode', only: '', ...fields });

    expect(fixture.controls.mode()).toEqual(mode);
    expect(fixture.standIn.page()).toContain(`<option value="${mode.kind}" selected>`);
  });

  it.each([
    [{ do: 'refund', id: 'cs_x' }, 'There is no payment cs_x.'],
    [{ do: 'refund', id: 'cs_x', amount: 'all' }, '&quot;all&quot; is not an amount.'],
    [{ do: 'send_again', id: 'evt_x' }, 'No such event: &#39;evt_x&#39;'],
    [{ do: 'apply_mode', kind: 'delay', amount: 'soon' }, 'This mode is not valid'],
    [{ do: '<b>' }, 'There is no action &quot;&lt;b&gt;&quot;.'],
  ])('shows once why %o is refused', async (fields, text) => {
    const fixture = await startFixture();

    await act(fixture, fields);

    expect(readFlash(fixture)).toContain(text);
    expect(readFlash(fixture)).toBeUndefined();
  });

  it('shows events that wait for a retry, have failed or were dropped', async () => {
    const fixture = await startFixture({ retryDelays: [60_000] });
    const { controls, receiver, standIn, stripe, clock } = fixture;
    receiver.answers.push(500, 500);
    await stripe.customers.create({});
    await vi.waitFor(() => expect(standIn.page()).toContain('Next attempt'), {
      interval: 1,
      timeout: 30_000,
    });

    clock.advance(60_000);
    controls.setMode({ kind: 'drop' });
    await controls.idle();
    expect(standIn.page()).toMatch(/Failed[^]*answered 500, 500/);

    await stripe.customers.create({});
    expect(standIn.page()).toContain('Dropped');
  });
});
