import { invalidRequest } from './api/operation.ts';
import type { EmulatorState } from './emulator-state.ts';
import {
  newId,
  type Charge,
  type EventType,
  type PaymentIntent,
  type Session,
  type StripeEvent,
} from './objects.ts';
import { buildPageUrl, type Checkout } from './store.ts';

/** The actions of a customer on the hosted page, and their outcomes. The customer can also leave the page. */
export const PAYMENT_ACTIONS = { pay: 'succeeded', pay_later: 'pending', decline: 'failed' } as const;
export type PaymentAction = keyof typeof PAYMENT_ACTIONS;

type Outcome = (typeof PAYMENT_ACTIONS)[PaymentAction];

/** The status of the payment intent after each outcome, and the events that report the charge and the intent. */
const OUTCOMES: Record<Outcome, [PaymentIntent['status'], charge: EventType, intent: EventType]> = {
  succeeded: ['succeeded', 'charge.succeeded', 'payment_intent.succeeded'],
  pending: ['processing', 'charge.pending', 'payment_intent.processing'],
  failed: ['requires_payment_method', 'charge.failed', 'payment_intent.payment_failed'],
};

/**
 * Submits the hosted page.
 * @returns the event of the completed session, or undefined after a decline, which leaves the session open.
 * @throws StripeApiError if the session is complete or expired.
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
  const intent = getOrCreateIntent(state, checkout);
  const charge = createCharge(state, intent, address);
  if (outcome !== 'failed') {
    session.customer_details = { email: address };
    session.status = 'complete';
    session.url = null;
    session.payment_status = outcome === 'succeeded' ? 'paid' : 'unpaid';
  }
  applyOutcome(state, intent, charge, outcome);
  return outcome === 'failed' ? undefined : state.emit('checkout.session.completed', session);
}

/**
 * Ends a delayed payment.
 * @throws StripeApiError if the session has no payment in the status `processing`.
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
  applyOutcome(state, intent, charge, outcome);
  return state.emit(`checkout.session.async_payment_${outcome}`, session);
}

/** Expires the sessions that are due. Each read calls this function first, so that no timer is necessary. */
export function expireDueSessions(state: EmulatorState): void {
  for (const { session } of state.data.checkouts.values()) {
    if (session.status !== 'open' || session.expires_at > state.seconds()) continue;
    expireSession(state, session);
  }
}

export function expireSession(state: EmulatorState, session: Session): void {
  session.status = 'expired';
  session.url = null;
  state.emit('checkout.session.expired', session);
}

function applyOutcome(state: EmulatorState, intent: PaymentIntent, charge: Charge, outcome: Outcome): void {
  const [intentStatus, chargeEvent, intentEvent] = OUTCOMES[outcome];
  charge.status = outcome;
  charge.paid = outcome === 'succeeded';
  charge.receipt_url = charge.paid ? buildPageUrl(state.endpoint, charge) : null;
  intent.status = intentStatus;
  intent.last_payment_error =
    outcome === 'failed'
      ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      : null;
  state.emit(chargeEvent, charge);
  state.emit(intentEvent, intent);
}

function createCharge(state: EmulatorState, intent: PaymentIntent, email: string | null): Charge {
  const { id: intentId, amount, currency, customer, metadata } = intent;
  const charge: Charge = {
    ...state.commonFields(newId('ch'), 'charge', metadata),
    amount,
    amount_refunded: 0,
    billing_details: { email },
    currency,
    customer,
    disputed: false,
    paid: false,
    payment_intent: intentId,
    receipt_url: null,
    refunded: false,
    status: 'pending',
  };
  state.data.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

/** Returns the payment intent of a checkout. Checkout creates the intent at the first attempt, and uses it again after a decline. */
function getOrCreateIntent(state: EmulatorState, { session, payment }: Checkout): PaymentIntent {
  const existing = state.data.paymentIntents.get(session.payment_intent ?? '');
  if (existing !== undefined) return existing;
  const intent: PaymentIntent = {
    ...state.commonFields(newId('pi'), 'payment_intent', payment.metadata),
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    last_payment_error: null,
    latest_charge: null,
    status: 'requires_payment_method',
  };
  state.data.paymentIntents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}
