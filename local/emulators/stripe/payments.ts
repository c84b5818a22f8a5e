import { invalidRequest } from './api/errors.ts';
import type { EmulatorState } from './emulator-state.ts';
import { newId, type Charge, type EventType, type PaymentIntent, type StripeEvent } from './objects.ts';
import type { Checkout } from './store.ts';

/** What a customer can do on the hosted page, apart from leaving it. */
export const PAYMENT_ACTIONS = { pay: 'succeeded', pay_later: 'pending', decline: 'failed' } as const;
export type PaymentAction = keyof typeof PAYMENT_ACTIONS;

type Outcome = (typeof PAYMENT_ACTIONS)[PaymentAction];

/** How the outcome of an attempt changes the payment intent, and the events that report it. */
const OUTCOMES: Record<
  Outcome,
  { intent: PaymentIntent['status']; events: [charge: EventType, intent: EventType] }
> = {
  succeeded: { intent: 'succeeded', events: ['charge.succeeded', 'payment_intent.succeeded'] },
  pending: { intent: 'processing', events: ['charge.pending', 'payment_intent.processing'] },
  failed: {
    intent: 'requires_payment_method',
    events: ['charge.failed', 'payment_intent.payment_failed'],
  },
};

/**
 * Submits the hosted page.
 * @returns the event of the completed session; undefined after a decline, which leaves the session open.
 * @throws StripeApiError for a session that is complete or expired.
 */
export function submitPayment(
  state: EmulatorState,
  checkout: Checkout,
  action: PaymentAction,
  email?: string,
): StripeEvent | undefined {
  const { session } = checkout;
  if (session.status !== 'open') {
    throw invalidRequest(`This Checkout Session is ${session.status} and cannot be paid.`);
  }
  const outcome = PAYMENT_ACTIONS[action];
  const address = session.customer_details?.email ?? email ?? null;
  const intent = preparePaymentIntent(state, checkout);
  const charge = createCharge(state, intent, address);
  if (outcome === 'failed') {
    applyOutcome(state, intent, charge, outcome, 'Your card was declined.');
    return undefined;
  }
  session.customer_details = { email: address };
  session.status = 'complete';
  session.url = null;
  session.payment_status = outcome === 'succeeded' ? 'paid' : 'unpaid';
  applyOutcome(state, intent, charge, outcome);
  return state.emit('checkout.session.completed', session);
}

/**
 * Ends a delayed payment.
 * @throws StripeApiError for a session without a payment that is processing.
 */
export function settlePayment(
  state: EmulatorState,
  { session }: Checkout,
  outcome: 'succeeded' | 'failed',
): StripeEvent {
  const intent = state.data.paymentIntents.get(session.payment_intent ?? '');
  const charge = state.data.charges.get(intent?.latest_charge ?? '');
  if (intent?.status !== 'processing' || charge === undefined) {
    throw invalidRequest('This Checkout Session is not waiting for a payment.');
  }
  if (outcome === 'succeeded') session.payment_status = 'paid';
  applyOutcome(state, intent, charge, outcome, 'The customer’s bank declined the debit.');
  return state.emit(`checkout.session.async_payment_${outcome}`, session);
}

/** Expires the sessions that are due. Called before each read, so that no timer is necessary. */
export function expireDueSessions(state: EmulatorState): void {
  for (const { session } of state.data.checkouts.values()) {
    if (session.status !== 'open' || session.expires_at > state.seconds()) continue;
    session.status = 'expired';
    session.url = null;
    state.emit('checkout.session.expired', session);
  }
}

function applyOutcome(
  state: EmulatorState,
  intent: PaymentIntent,
  charge: Charge,
  outcome: Outcome,
  failureMessage?: string,
): void {
  const isPaid = outcome === 'succeeded';
  const failure = outcome === 'failed' ? (failureMessage ?? null) : null;
  charge.status = outcome;
  charge.paid = isPaid;
  charge.receipt_url = isPaid ? `${state.data.endpoint}/receipts/${charge.id}` : null;
  const { intent: status, events } = OUTCOMES[outcome];
  intent.status = status;
  intent.last_payment_error =
    failure === null
      ? null
      : { type: 'card_error', code: 'card_declined', charge: charge.id, message: failure };
  state.emit(events[0], charge);
  state.emit(events[1], intent);
}

function createCharge(state: EmulatorState, intent: PaymentIntent, email: string | null): Charge {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: { email },
    created: state.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: false,
    payment_intent: intent.id,
    receipt_url: null,
    refunded: false,
    status: 'pending',
  };
  state.data.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

/** Checkout creates the payment intent with the first attempt, and uses it again after a decline. */
function preparePaymentIntent(state: EmulatorState, { session, payment }: Checkout): PaymentIntent {
  const existing = state.data.paymentIntents.get(session.payment_intent ?? '');
  if (existing !== undefined) return existing;
  const intent: PaymentIntent = {
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    created: state.seconds(),
    currency: session.currency,
    customer: session.customer,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: { ...payment.metadata },
    status: 'requires_payment_method',
  };
  state.data.paymentIntents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}
