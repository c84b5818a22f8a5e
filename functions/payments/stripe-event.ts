import type Stripe from 'stripe';
import { PAYMENT_EVENTS, SESSION_EVENTS } from '../../contract/stripe-events.ts';

/**
 * The payment that an event is about. The webhook reads the payment's state from Stripe, not from the event, because
 * events arrive late and in any order.
 */
export type Subject =
  | { kind: 'session'; sessionId: string }
  | { kind: 'payment'; paymentIntentId: string }
  /** The product does not handle this event. */
  | { kind: 'other' };

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;

/** Reads the payment that a Stripe event is about (Stripe docs, "Fulfill orders", "Types of events"). */
export function subjectOf(event: Stripe.Event): Subject {
  if (isSessionEvent(event)) return { kind: 'session', sessionId: event.data.object.id };
  if (!isPaymentEvent(event)) return { kind: 'other' };
  const { payment_intent: paymentIntent } = event.data.object;
  if (paymentIntent === null) return { kind: 'other' };
  return {
    kind: 'payment',
    paymentIntentId: typeof paymentIntent === 'string' ? paymentIntent : paymentIntent.id,
  };
}

function isSessionEvent(event: Stripe.Event): event is EventOf<(typeof SESSION_EVENTS)[number]> {
  return SESSION_EVENTS.some((type) => type === event.type);
}

function isPaymentEvent(event: Stripe.Event): event is EventOf<(typeof PAYMENT_EVENTS)[number]> {
  return PAYMENT_EVENTS.some((type) => type === event.type);
}
