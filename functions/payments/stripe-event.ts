import type Stripe from 'stripe';

/** Which payment an event tells of. What happened to it is read from Stripe, not from the event: events come late. */
export type Subject =
  | { kind: 'session'; sessionId: string }
  | { kind: 'payment'; paymentIntentId: string }
  /** Nothing of ours. */
  | { kind: 'other' };

/** What a Stripe event means to us (Stripe docs, "Fulfill orders", "Types of events"). */
export function subjectOf(event: Stripe.Event): Subject {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return { kind: 'session', sessionId: event.data.object.id };
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return paymentOf(event.data.object.payment_intent);
    default:
      return { kind: 'other' };
  }
}

function paymentOf(paymentIntent: string | Stripe.PaymentIntent | null): Subject {
  if (paymentIntent === null) return { kind: 'other' };
  return {
    kind: 'payment',
    paymentIntentId: typeof paymentIntent === 'string' ? paymentIntent : paymentIntent.id,
  };
}
