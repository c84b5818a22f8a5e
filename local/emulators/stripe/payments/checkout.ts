import { refused } from '../api/errors.ts';
import { newId } from '../ids.ts';
import type { Charge, PaymentIntent, Session } from '../objects.ts';
import type { Checkout, EventRecord } from '../store.ts';
import type { World } from '../world.ts';
import { addCharge, DECLINED, receiptUrl, type Method } from './charges.ts';
import { addCustomer } from './customers.ts';
import { customerDetails } from './sessions.ts';

/** What a customer can do on the hosted page, beside leaving it. */
export type Payment = 'pay' | 'pay_later' | 'decline';

/**
 * A customer submits the hosted page.
 * @returns the event that completed the session; undefined when the card was declined and the session stays open.
 * @throws StripeApiError when the session is complete or expired.
 */
export function submit(
  world: World,
  checkout: Checkout,
  how: Payment,
  email?: string,
): EventRecord | undefined {
  const { session } = checkout;
  if (session.status !== 'open') {
    throw refused(`This Checkout Session is ${session.status ?? 'closed'}: it cannot be paid.`);
  }
  const address = session.customer_details?.email ?? email ?? null;
  const method: Method = how === 'pay_later' ? 'bacs_debit' : 'card';
  const intent = paymentIntentOf(world, checkout, method);
  if (how === 'decline') {
    decline(world, intent, address);
    return undefined;
  }
  if (session.customer === null && session.customer_creation === 'always') {
    session.customer = addCustomer(world, { email: address }).id;
    intent.customer = session.customer;
  }
  session.customer_details = customerDetails(address, session.customer_details?.name ?? null);
  session.status = 'complete';
  session.url = null;
  const paid = how === 'pay';
  session.payment_status = paid ? 'paid' : 'unpaid';
  intent.payment_method = newId('paymentMethod');
  intent.last_payment_error = null;
  const charge = addCharge(world, intent, { method, status: paid ? 'succeeded' : 'pending', email: address });
  if (paid) {
    succeed(intent);
    world.emit('charge.succeeded', charge);
    world.emit('payment_intent.succeeded', intent);
  } else {
    intent.status = 'processing';
    world.emit('charge.pending', charge);
    world.emit('payment_intent.processing', intent);
  }
  return world.emit('checkout.session.completed', session);
}

/**
 * Days later: a payment by a slow method succeeds or fails.
 * @throws StripeApiError when the session is not waiting for one.
 */
export function settle(world: World, { session }: Checkout, outcome: 'succeeded' | 'failed'): EventRecord {
  const intent = world.state.paymentIntents.get(session.payment_intent ?? '');
  const charge = world.state.charges.get(intent?.latest_charge ?? '');
  if (intent?.status !== 'processing' || charge === undefined) {
    throw refused('This Checkout Session is not waiting for a payment.');
  }
  if (outcome === 'succeeded') return settleWell(world, session, intent, charge);
  charge.status = 'failed';
  charge.captured = false;
  charge.failure_code = 'debit_declined';
  charge.failure_message = 'The customer’s bank declined the debit.';
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    charge: charge.id,
    code: 'payment_intent_payment_attempt_failed',
    message: charge.failure_message,
    type: 'card_error',
  };
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
  return world.emit('checkout.session.async_payment_failed', session);
}

function settleWell(world: World, session: Session, intent: PaymentIntent, charge: Charge): EventRecord {
  charge.status = 'succeeded';
  charge.paid = true;
  charge.amount_captured = charge.amount;
  charge.receipt_url = receiptUrl(world, charge.id);
  succeed(intent);
  session.payment_status = 'paid';
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  return world.emit('checkout.session.async_payment_succeeded', session);
}

function decline(world: World, intent: PaymentIntent, email: string | null): void {
  const charge = addCharge(world, intent, { method: 'card', status: 'failed', email });
  intent.last_payment_error = {
    charge: charge.id,
    code: 'card_declined',
    decline_code: 'generic_decline',
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    message: DECLINED,
    type: 'card_error',
  };
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
}

function succeed(intent: PaymentIntent): void {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
}

/** Checkout makes it when the page is first submitted, and tries again with the same one after a decline. */
function paymentIntentOf(world: World, { session, payment }: Checkout, method: Method): PaymentIntent {
  const known = world.state.paymentIntents.get(session.payment_intent ?? '');
  if (known !== undefined) {
    known.payment_method_types = [method];
    return known;
  }
  const id = newId('paymentIntent');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created: world.seconds(),
    currency: session.currency ?? '',
    customer: session.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...payment.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [method],
    payment_record: null,
    processing: null,
    receipt_email: payment.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.state.paymentIntents.set(id, intent);
  session.payment_intent = id;
  return intent;
}
