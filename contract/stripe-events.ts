/**
 * The Stripe events that the webhook handles. `stripe:setup` subscribes to them (Stripe docs, "Types of events"). The object of an event
 * names a checkout session, or names a payment through its payment intent.
 */
export const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const;

export const PAYMENT_EVENTS = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

export const STRIPE_EVENTS = [...SESSION_EVENTS, ...PAYMENT_EVENTS] as const;
