import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { formatMoney, parseMoney } from '../../local/emulators/stripe/money.ts';
import { checkout, payment, startWorld, type StripeWorld } from './stripe-world.ts';

/** A world with one payment, whose events have all arrived. */
async function paid(): Promise<{ world: StripeWorld; id: string; intent: string; charge: string }> {
  const world = await startWorld();
  const { id, payment_intent } = await payment(world);
  const { id: intent, latest_charge } = payment_intent as Stripe.PaymentIntent;
  world.receiver.received.length = 0;
  return { world, id, intent, charge: (latest_charge as Stripe.Charge).id };
}

describe('a payment', () => {
  it('is read as intent and as charge', async () => {
    const { world, intent, charge } = await paid();
    const { stripe } = world;

    expect(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 700,
      amount_received: 700,
      latest_charge: { id: charge, object: 'charge' },
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      payment_intent: intent,
      paid: true,
      amount_captured: 700,
      receipt_url: `${world.standIn.endpoint}/receipts/${charge}`,
      billing_details: { email: 'ada@example.com' },
    });
    expect((await stripe.charges.list({ payment_intent: intent })).data).toHaveLength(1);
    expect((await stripe.charges.list({ payment_intent: 'pi_x' })).data).toHaveLength(0);
  });
});

describe('a refund', () => {
  it('gives all of it back', async () => {
    const { world, intent, charge } = await paid();

    const refund = await world.stripe.refunds.create({ payment_intent: intent, metadata: { why: 'asked' } });

    expect(refund).toMatchObject({
      object: 'refund',
      amount: 700,
      charge,
      payment_intent: intent,
      currency: 'gbp',
      status: 'succeeded',
      metadata: { why: 'asked' },
    });
    expect(await world.stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, amount: 700 });
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: true,
      amount_refunded: 700,
    });
    await world.controls.idle();
    expect(world.receiver.types().toSorted()).toEqual([
      'charge.refunded',
      'refund.created',
      'refund.updated',
    ]);
    const refunded = world.receiver.received.find(({ event }) => event.type === 'charge.refunded');
    expect(refunded?.event.data).toMatchObject({
      object: { id: charge, amount_refunded: 700, refunded: true },
      previous_attributes: { amount_refunded: 0, refunded: false },
    });
  });

  it('gives parts back, until nothing is left', async () => {
    const { world, intent, charge } = await paid();
    const { refunds } = world.stripe;

    await refunds.create({ charge, amount: 200, reason: 'requested_by_customer' });
    await refunds.create({ charge, amount: 100 });
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: false,
      amount_refunded: 300,
    });
    await expect(refunds.create({ charge, amount: 401 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount (£4.01) is greater than unrefunded amount on charge (£4.00)',
    });
    await refunds.create({ charge });

    expect((await refunds.list({ charge })).data.map(({ amount }) => amount)).toEqual([400, 100, 200]);
    expect((await refunds.list({ payment_intent: intent })).data).toHaveLength(3);
    expect((await refunds.list({ payment_intent: 'pi_x' })).data).toHaveLength(0);
    await expect(refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
      message: `Charge ${charge} has already been refunded.`,
    });
  });

  it.each<[string, object, object]>([
    ['nothing to refund', {}, { code: 'parameter_missing' }],
    ['two payments', { charge: 'ch_x', payment_intent: 'pi_x' }, { param: 'charge' }],
    ['an unknown charge', { charge: 'ch_x' }, { code: 'resource_missing', param: 'charge' }],
    ['an unknown intent', { payment_intent: 'pi_x' }, { code: 'resource_missing', param: 'payment_intent' }],
    ['nothing', { charge: 'ch_x', amount: 0 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['half a penny', { charge: 'ch_x', amount: 0.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a reason of its own', { charge: 'ch_x', reason: 'mood' }, { param: 'reason' }],
  ])('is refused with %s', async (_, params, error) => {
    const { stripe } = await startWorld();

    await expect(stripe.refunds.create(params)).rejects.toMatchObject({ statusCode: 400, ...error });
  });

  it('is refused while nothing was paid', async () => {
    const world = await startWorld();
    const { id } = await checkout(world);
    world.controls.pay(id, 'pay_later');

    expect(() => world.controls.refund(id)).toThrow('was not paid');
    expect(() => world.controls.refund('cs_x')).toThrow('There is no payment cs_x.');
  });

  it('can fail after all: the money is back', async () => {
    const { world, id, charge } = await paid();
    const refund = world.controls.refund(id, 300);

    world.controls.failRefund(refund.id);

    expect(await world.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    await world.controls.idle();
    expect(world.receiver.types()).toContain('refund.failed');
    expect(() => world.controls.failRefund(refund.id)).toThrow('it cannot fail');
    expect(() => world.controls.failRefund('re_x')).toThrow('No such refund');
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('takes the payment back, and is %s', async (outcome) => {
    const { world, id, intent, charge } = await paid();
    const dispute = world.controls.dispute(id);
    await world.controls.idle();

    expect(await world.stripe.disputes.retrieve(dispute.id)).toMatchObject({
      object: 'dispute',
      amount: 700,
      charge,
      payment_intent: intent,
      status: 'needs_response',
    });
    expect((await world.stripe.disputes.list({ payment_intent: intent })).data).toHaveLength(1);
    expect((await world.stripe.disputes.list({ charge: 'ch_x' })).data).toHaveLength(0);
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(world.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });

    world.controls.closeDispute(dispute.id, outcome);
    await world.controls.idle();

    expect(
      world.receiver.received.map(({ event }) => [event.type, (event.data.object as Stripe.Dispute).status]),
    ).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.closed', outcome],
    ]);
    expect(() => world.controls.closeDispute(dispute.id, 'won')).toThrow('is closed');
    const refund = world.stripe.refunds.create({ charge });
    if (outcome === 'won') await expect(refund).resolves.toMatchObject({ amount: 700 });
    else await expect(refund).rejects.toThrow('has been charged back; cannot issue a refund.');
  });

  it('is for what was not refunded, or for a part of it', async () => {
    const { world, id } = await paid();
    world.controls.refund(id, 200);
    expect(() => world.controls.dispute(id, 701)).toThrow('A dispute is for 1 to 700.');

    expect(world.controls.dispute(id).amount).toBe(500);

    expect(() => world.controls.dispute(id)).toThrow('has been disputed already');
    const another = await payment(world);
    expect(world.controls.dispute(another.id, 100).amount).toBe(100);
  });

  it('needs something to dispute', async () => {
    const { world, id } = await paid();
    world.controls.refund(id);

    expect(() => world.controls.dispute(id)).toThrow('nothing left to dispute');
    expect(() => world.controls.closeDispute('du_x', 'won')).toThrow('No such dispute');
  });
});

describe('money', () => {
  it.each([
    [350, 'gbp', '£3.50'],
    [500, 'jpy', 'JP¥500'],
  ])('of %i %s is %s', (amount, currency, text) => {
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
  ])('typed as "%s" is %s', (text, amount) => {
    expect(parseMoney(text, 'gbp')).toBe(amount);
  });
});
