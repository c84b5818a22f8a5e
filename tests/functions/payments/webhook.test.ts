import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { getPaymentRef } from '../../../functions/payments/webhook.ts';

const event = (type: string, object: object) =>
  ({ id: 'evt_1', object: 'event', type, data: { object } }) as Stripe.Event;

describe('what an event is about', () => {
  it.each([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
  ])('a session: %s', (type) => {
    expect(getPaymentRef(event(type, { id: 'cs_1', payment_intent: 'pi_1' }))).toEqual({
      kind: 'session',
      sessionId: 'cs_1',
    });
  });

  it.each([
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ])('a payment: %s', (type) => {
    const payment = { kind: 'payment', paymentIntentId: 'pi_1' };

    expect(getPaymentRef(event(type, { id: 'x', payment_intent: 'pi_1' }))).toEqual(payment);
    expect(getPaymentRef(event(type, { id: 'x', payment_intent: { id: 'pi_1' } }))).toEqual(payment);
    expect(getPaymentRef(event(type, { id: 'x', payment_intent: null }))).toBeUndefined();
  });

  it.each([
    'checkout.session.expired',
    'payment_intent.succeeded',
    'charge.succeeded',
    'customer.deleted',
    '',
  ])('nothing of ours: "%s"', (type) => {
    expect(getPaymentRef(event(type, { id: 'cs_1', payment_intent: 'pi_1' }))).toBeUndefined();
  });
});
