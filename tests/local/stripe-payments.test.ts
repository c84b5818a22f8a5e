import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { pay, readPayment, startFixture, type StripeFixture } from './stripe-fixtures.ts';

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
    expect(() => controls.dispute(sessionId)).toThrow('already been disputed');
    expect(() => controls.refund(sessionId)).toThrow('has been charged back; cannot issue a refund.');
    controls.updateDispute(id, 'won');
    expect(controls.refund(sessionId).amount).toBe(500);
  });

  it('that begins as an inquiry withdraws the money only when it becomes a dispute', async () => {
    const { fixture, controls, sessionId } = await startPaid();
    const { id } = controls.dispute(sessionId, { status: 'warning_needs_response' });
    for (const status of ['warning_under_review', 'needs_response', 'under_review', 'won', 'lost']) {
      controls.updateDispute(id, status);
    }

    expect(listEvents(fixture, 'charge.dispute')).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(() => controls.updateDispute(id, 'won')).toThrow('cannot become won');
  });
});
