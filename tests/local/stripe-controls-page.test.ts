import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
});
