import Stripe from 'stripe';
import { PAYMENT_EVENTS, SESSION_EVENTS } from '../../contract/stripe-events.ts';
import { InvalidRequestError } from '../shared/errors.ts';
import { logger } from '../shared/logger.ts';
import { countStripeEvent } from '../shared/metrics.ts';
import { readPayment, type PaymentRef } from './read-payment.ts';
import { reconcile } from './reconcile.ts';
import { getStripeClient, getStripeSecrets } from './stripe-client.ts';

/**
 * Handles one webhook event. Handled events are not recorded: reconciling is idempotent, so Stripe may send an event
 * again.
 * @param rawBody the signed bytes, unchanged.
 * @throws InvalidRequestError if the signature is missing, wrong or older than 300 s. After any other error, Stripe has to
 * send the event again.
 */
export async function handleEvent(rawBody: Buffer, signature: string | undefined): Promise<void> {
  const event = await verifyEvent(rawBody, signature);
  try {
    countStripeEvent(event.type, await processEvent(event));
  } catch (error) {
    countStripeEvent(event.type, 'failed');
    throw error;
  }
}

async function processEvent(event: Stripe.Event): Promise<'handled' | 'ignored' | 'unrelated'> {
  const ref = getPaymentRef(event);
  if (ref === undefined) return 'ignored';
  const payment = await readPayment(ref);
  if (payment === undefined) return 'unrelated';
  await reconcile(payment);
  logger.info('stripe event', { eventId: event.id, type: event.type, sessionId: payment.sessionId });
  return 'handled';
}

/** The payment that an event is about; undefined if it is about no payment (Stripe docs, "Types of events"). */
function getPaymentRef(event: Stripe.Event): PaymentRef | undefined {
  if (isSessionEvent(event)) return { kind: 'session', sessionId: event.data.object.id };
  if (!isPaymentEvent(event)) return undefined;
  const { payment_intent: intent } = event.data.object;
  if (intent === null) return undefined;
  return { kind: 'payment', paymentIntentId: typeof intent === 'string' ? intent : intent.id };
}

type EventWithType<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;

function isSessionEvent(event: Stripe.Event): event is EventWithType<(typeof SESSION_EVENTS)[number]> {
  return SESSION_EVENTS.some((type) => type === event.type);
}

function isPaymentEvent(event: Stripe.Event): event is EventWithType<(typeof PAYMENT_EVENTS)[number]> {
  return PAYMENT_EVENTS.some((type) => type === event.type);
}

async function verifyEvent(rawBody: Buffer, signature: string | undefined): Promise<Stripe.Event> {
  if (signature === undefined) throw new InvalidRequestError('the Stripe-Signature header is missing');
  const [stripe, { webhookSecret }] = await Promise.all([getStripeClient(), getStripeSecrets()]);
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    countStripeEvent('unknown', 'bad_signature');
    throw new InvalidRequestError('the Stripe signature is not valid', { cause: error });
  }
}
