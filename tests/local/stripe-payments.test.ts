import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';

import { payAndDeliver, readPayment, startFixture, type StripeFixture } from './stripe-fixtures.ts';

async function startPaid() {
  const fixture = await startFixture();
  return { ...fixture, fixture, ...(await payAndDeliver(fixture)) };
}

async function readCharge({ fixture, session }: Awaited<ReturnType<typeof startPaid>>) {
  return ((await readPayment(fixture, session)).payment_intent as Stripe.PaymentIntent).latest_charge;
}

/** The types of the events about refunds or disputes, oldest first. */
const listEvents = (controls: StripeFixture['controls'], prefix: string) =>
  controls
    .events()
    .map(({ event }) => event.type)
    .filter((type) => type.startsWith(prefix))
    .toReversed();

describe('a refund', () => {
  it('returns the full amount and reports it', async () => {
    const paid = await startPaid();
    const { controls, receiver, stripe, session, intent, charge } = paid;

    const refund = controls.refund(session);

    expect((await stripe.refunds.list({ payment_intent: intent })).data).toEqual([refund]);
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 700,
      charge,
      payment_intent: intent,
      currency: 'gbp',
      status: 'succeeded',
    });
    expect(await readCharge(paid)).toMatchObject({ refunded: true, amount_refunded: 700 });
    await controls.idle();
    expect(receiver.types().toSorted()).toEqual(['charge.refunded', 'refund.created', 'refund.updated']);
    const refunded = receiver.received.find(({ event }) => event.type === 'charge.refunded');
    expect(refunded?.event.data).toMatchObject({
      object: { id: charge, amount_refunded: 700, refunded: true },
      previous_attributes: { amount_refunded: 0, refunded: false },
    });
  });

  it('returns parts until the payment is refunded', async () => {
    const paid = await startPaid();
    const { controls, stripe, session, intent, charge } = paid;

    controls.refund(session, { amount: 200 });
    controls.refund(session, { amount: 100 });
    expect(await readCharge(paid)).toMatchObject({ refunded: false, amount_refunded: 300 });
    expect(() => controls.refund(session, { amount: 401 })).toThrow(
      'Refund amount (£4.01) is greater than unrefunded amount on charge (£4.00)',
    );
    controls.refund(session);

    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([400, 100, 200]);
    expect((await stripe.refunds.list({ payment_intent: 'pi_x' })).data).toEqual([]);
    expect(() => controls.refund(session)).toThrow(`Charge ${charge} has already been refunded.`);
  });

  it('that fails returns its amount to the payment', async () => {
    const paid = await startPaid();
    const { controls, receiver, stripe, session, intent } = paid;
    const { id } = controls.refund(session);
    expect(await readCharge(paid)).toMatchObject({ refunded: true });

    controls.updateRefund(id, 'failed');

    expect((await stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([
      { id, status: 'failed' },
    ]);
    expect(await readCharge(paid)).toMatchObject({ amount_refunded: 0, refunded: false });
    await controls.idle();
    expect(receiver.types()).toContain('refund.failed');
    expect(() => controls.updateRefund(id, 'failed')).toThrow('cannot become failed');
    expect(() => controls.updateRefund('re_x', 'failed')).toThrow('No such refund');
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('withdraws the payment until it is closed as %s', async (outcome) => {
    const paid = await startPaid();
    const { controls, stripe, session, intent, charge } = paid;
    const dispute = controls.dispute(session);
    await controls.idle();

    const { data } = await stripe.disputes.list({ payment_intent: intent });
    expect(data).toMatchObject([{ object: 'dispute', amount: 700, charge, status: 'needs_response' }]);
    expect((await stripe.disputes.list({ payment_intent: 'pi_x' })).data).toEqual([]);
    expect(await readCharge(paid)).toMatchObject({ disputed: true });
    expect(() => controls.refund(session)).toThrow('has been charged back; cannot issue a refund.');

    controls.updateDispute(dispute.id, outcome);
    await controls.idle();

    expect(listEvents(controls, 'charge.dispute')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    ]);
    expect(() => controls.updateDispute(dispute.id, 'won')).toThrow('cannot become won');
    if (outcome === 'won') expect(controls.refund(session).amount).toBe(700);
    else expect(() => controls.refund(session)).toThrow('has been charged back');
  });

  it('is for the unrefunded amount, or for a part of the payment', async () => {
    const { fixture, controls, session } = await startPaid();
    controls.refund(session, { amount: 200 });
    expect(() => controls.dispute(session, { amount: 701 })).toThrow('from 1 to 700');

    expect(controls.dispute(session).amount).toBe(500);

    expect(() => controls.dispute(session)).toThrow('already been disputed');
    expect(() => controls.updateDispute('du_x', 'won')).toThrow('No such dispute');
    const other = await payAndDeliver(fixture);
    expect(controls.dispute(other.session, { amount: 100 }).amount).toBe(100);
  });

  it('that begins as an inquiry withdraws the money only when it becomes a dispute', async () => {
    const { controls, session } = await startPaid();
    const { id } = controls.dispute(session, { status: 'warning_needs_response' });
    controls.updateDispute(id, 'warning_under_review');
    controls.updateDispute(id, 'needs_response');
    controls.updateDispute(id, 'under_review');
    controls.updateDispute(id, 'won');
    controls.updateDispute(id, 'lost');

    expect(listEvents(controls, 'charge.dispute')).toEqual([
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
  });
});
