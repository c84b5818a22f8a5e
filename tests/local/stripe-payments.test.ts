import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { formatMoney, parseMoney } from '../../local/emulators/stripe/money.ts';
import { openCheckout, payAndDeliver, readPayment, startFixture } from './stripe-fixtures.ts';

async function startPaid() {
  const fixture = await startFixture();
  return { ...fixture, fixture, ...(await payAndDeliver(fixture)) };
}

async function readCharge({ fixture, session }: Awaited<ReturnType<typeof startPaid>>) {
  return ((await readPayment(fixture, session)).payment_intent as Stripe.PaymentIntent).latest_charge;
}

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

    controls.refund(session, 200);
    controls.refund(session, 100);
    expect(await readCharge(paid)).toMatchObject({ refunded: false, amount_refunded: 300 });
    expect(() => controls.refund(session, 401)).toThrow(
      'Refund amount (£4.01) is greater than unrefunded amount on charge (£4.00)',
    );
    controls.refund(session);

    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([400, 100, 200]);
    expect((await stripe.refunds.list({ payment_intent: 'pi_x' })).data).toEqual([]);
    expect(() => controls.refund(session)).toThrow(`Charge ${charge} has already been refunded.`);
  });

  it('is refused before the payment has succeeded', async () => {
    const fixture = await startFixture();
    const { id } = await openCheckout(fixture);
    fixture.controls.pay(id, 'pay_later');

    expect(() => fixture.controls.refund(id)).toThrow('was not paid');
    expect(() => fixture.controls.refund('cs_x')).toThrow('There is no payment cs_x.');
  });

  it('that fails returns its amount to the payment', async () => {
    const paid = await startPaid();
    const { controls, receiver, stripe, session, intent } = paid;
    const { id } = controls.refund(session, 300);

    controls.failRefund(id);

    expect((await stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([
      { id, status: 'failed' },
    ]);
    expect(await readCharge(paid)).toMatchObject({ amount_refunded: 0, refunded: false });
    await controls.idle();
    expect(receiver.types()).toContain('refund.failed');
    expect(() => controls.failRefund(id)).toThrow('cannot fail');
    expect(() => controls.failRefund('re_x')).toThrow('No such refund');
  });

  it('can be made again after a refund in full has failed', async () => {
    const paid = await startPaid();
    const { controls, session } = paid;

    controls.failRefund(controls.refund(session).id);

    expect(await readCharge(paid)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(controls.refund(session).amount).toBe(700);
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('withdraws the payment until it is closed as %s', async (outcome) => {
    const paid = await startPaid();
    const { controls, receiver, stripe, session, intent, charge } = paid;
    const dispute = controls.dispute(session);
    await controls.idle();

    const { data } = await stripe.disputes.list({ payment_intent: intent });
    expect(data).toMatchObject([{ object: 'dispute', amount: 700, charge, status: 'needs_response' }]);
    expect((await stripe.disputes.list({ payment_intent: 'pi_x' })).data).toEqual([]);
    expect(await readCharge(paid)).toMatchObject({ disputed: true });
    expect(() => controls.refund(session)).toThrow('has been charged back; cannot issue a refund.');

    controls.closeDispute(dispute.id, outcome);
    await controls.idle();

    expect(
      receiver.received.map(({ event }) => [event.type, (event.data.object as Stripe.Dispute).status]),
    ).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.closed', outcome],
    ]);
    expect(() => controls.closeDispute(dispute.id, 'won')).toThrow('already closed');
    if (outcome === 'won') expect(controls.refund(session).amount).toBe(700);
    else expect(() => controls.refund(session)).toThrow('has been charged back');
  });

  it('is for the unrefunded amount, or for a part of the payment', async () => {
    const { fixture, controls, session } = await startPaid();
    controls.refund(session, 200);
    expect(() => controls.dispute(session, 701)).toThrow('from 1 to 700');

    expect(controls.dispute(session).amount).toBe(500);

    expect(() => controls.dispute(session)).toThrow('already been disputed');
    const other = await payAndDeliver(fixture);
    expect(controls.dispute(other.session, 100).amount).toBe(100);
  });

  it('needs an unrefunded amount', async () => {
    const { controls, session } = await startPaid();
    controls.refund(session);

    expect(() => controls.dispute(session)).toThrow('no amount to dispute');
    expect(() => controls.closeDispute('du_x', 'won')).toThrow('No such dispute');
  });
});

describe('money', () => {
  it.each([
    [350, 'gbp', '£3.50'],
    [500, 'jpy', 'JP¥500'],
  ])('formats %i %s as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it.each([
    ['3.50', 350],
    [' 3.5 ', 350],
    ['3', 300],
    ['3.505', undefined],
    ['-3', undefined],
    ['three', undefined],
    ['', undefined],
  ])('parses "%s" as %s', (text, amount) => {
    expect(parseMoney(text, 'gbp')).toBe(amount);
  });
});
