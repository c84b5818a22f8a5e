import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../../functions/payments/stripe-event.ts';

const event = (type: string, object: object) =>
  ({ id: 'evt_1', object: 'event', type, data: { object } }) as Stripe.Event;

describe('what an event is about', () => {
  it.each([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
  ])('a session: %s', (type) => {
    expect(subjectOf(event(type, { id: 'cs_1', payment_intent: 'pi_1' }))).toEqual({
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

    expect(subjectOf(event(type, { id: 'x', payment_intent: 'pi_1' }))).toEqual(payment);
    expect(subjectOf(event(type, { id: 'x', payment_intent: { id: 'pi_1' } }))).toEqual(payment);
    expect(subjectOf(event(type, { id: 'x', payment_intent: null }))).toEqual({ kind: 'other' });
  });

  it.each([
    'checkout.session.expired',
    'payment_intent.succeeded',
    'charge.succeeded',
    'customer.deleted',
    '',
  ])('nothing of ours: "%s"', (type) => {
    expect(subjectOf(event(type, { id: 'cs_1', payment_intent: 'pi_1' }))).toEqual({ kind: 'other' });
  });
});
