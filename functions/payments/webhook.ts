import Stripe from 'stripe';
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
export function getPaymentRef(event: Stripe.Event): PaymentRef | undefined {
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
    case 'charge.dispute.closed': {
      const { payment_intent: intent } = event.data.object;
      if (intent === null) return undefined;
      return { kind: 'payment', paymentIntentId: typeof intent === 'string' ? intent : intent.id };
    }
    default:
      return undefined;
  }
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
