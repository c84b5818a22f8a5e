import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import {
  COMPLETED,
  listButtons,
  openCheckout,
  pay,
  readPayment,
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

// The histories of tests/prove compare refunds and disputes of every kind with the credits of the product.

async function startPaid() {
  const fixture = await startFixture();
  const { sessionId } = await pay(fixture);
  return { fixture, controls: fixture.controls, sessionId };
}

async function readCharge(fixture: StripeFixture, sessionId: string) {
  return ((await readPayment(fixture, sessionId)).payment_intent as Stripe.PaymentIntent).latest_charge;
}

/** The types of the events about refunds or disputes, oldest first. */
const listEvents = ({ controls }: StripeFixture, prefix: string) =>
  controls
    .events()
    .map(({ event }) => event.type)
    .filter((type) => type.startsWith(prefix))
    .toReversed();

describe('a refund', () => {
  it('returns parts until the payment is refunded, and its events have the earlier amounts', async () => {
    const { fixture, controls, sessionId } = await startPaid();

    controls.refund(sessionId, { amount: 200 });
    expect(await readCharge(fixture, sessionId)).toMatchObject({ refunded: false, amount_refunded: 200 });
    expect(() => controls.refund(sessionId, { amount: 501 })).toThrow(
      'Refund amount (£5.01) is greater than unrefunded amount on charge (£5.00)',
    );
    controls.refund(sessionId);

    expect(await readCharge(fixture, sessionId)).toMatchObject({ refunded: true, amount_refunded: 700 });
    expect(() => controls.refund(sessionId)).toThrow('has already been refunded.');
    const refunded = controls.events().find(({ event }) => event.type === 'charge.refunded');
    expect(refunded?.event.data).toMatchObject({
      object: { amount_refunded: 700, refunded: true },
      previous_attributes: { amount_refunded: 200, refunded: false },
    });
  });

  it('that fails returns its amount to the payment', async () => {
    const { fixture, controls, sessionId } = await startPaid();
    const { id } = controls.refund(sessionId);

    controls.updateRefund(id, 'failed');

    expect(await readCharge(fixture, sessionId)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(listEvents(fixture, 'refund')).toEqual([
      'refund.created',
      'refund.updated',
      'refund.updated',
      'refund.failed',
    ]);
    expect(() => controls.updateRefund(id, 'failed')).toThrow('cannot become failed');
  });
});

describe('a dispute', () => {
  it('withdraws what is not refunded, and prevents refunds until it is won', async () => {
    const { fixture, controls, sessionId } = await startPaid();
    controls.refund(sessionId, { amount: 200 });
    expect(() => controls.dispute(sessionId, { amount: 701 })).toThrow('from 1 to 700');

    const { id, amount } = controls.dispute(sessionId);

    expect(amount).toBe(500);
    expect(await readCharge(fixture, sessionId)).toMatchObject({ disputed: true });
    expect(() => controls.refund(sessionId)).toThrow('has been charged back; cannot issue a refund.');
    controls.updateDispute(id, 'won');
    expect(controls.refund(sessionId).amount).toBe(500);
  });

  it('can follow a full refund and another dispute, as at Stripe', async () => {
    const { fixture, controls, sessionId } = await startPaid();
    controls.refund(sessionId);

    const first = controls.dispute(sessionId);
    const second = controls.dispute(sessionId, { amount: 300 });

    expect([first.amount, second.amount]).toEqual([700, 300]);
    expect(await readCharge(fixture, sessionId)).toMatchObject({ amount_refunded: 700, disputed: true });
  });

  it('that begins as an inquiry withdraws the money only when it becomes a dispute', async () => {
    const { fixture, controls, sessionId } = await startPaid();
    const { id } = controls.dispute(sessionId, { status: 'warning_needs_response' });
    for (const status of ['warning_under_review', 'warning_closed', 'needs_response', 'won', 'lost']) {
      controls.updateDispute(id, status);
    }

    expect(listEvents(fixture, 'charge.dispute')).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(() => controls.updateDispute(id, 'won')).toThrow('cannot become won');
  });
});
