import Stripe from 'stripe';
import { InvalidRequestError } from '../errors/errors.ts';
import { logger } from '../telemetry/logger.ts';
import { countStripeEvent } from '../telemetry/metrics.ts';
import { readPayment } from './read-payment.ts';
import { reconcile } from './reconcile.ts';
import { stripeClient } from './stripe-client.ts';
import { subjectOf } from './stripe-event.ts';
import { readStripeSecrets } from './stripe-secrets.ts';

/**
 * Takes one delivery of Stripe's. Nothing is noted as done: an event that comes again finds its work done.
 * @param rawBody as it was signed, byte for byte.
 * @throws InvalidRequestError for a signature that is missing, wrong or older than 300 s. Any other error means that
 * the event has to be sent again.
 */
export async function takeEvent(rawBody: Buffer, signature: string | undefined): Promise<void> {
  const event = await verify(rawBody, signature);
  try {
    countStripeEvent(event.type, await work(event));
  } catch (error) {
    countStripeEvent(event.type, 'failed');
    throw error;
  }
}

async function work(event: Stripe.Event): Promise<'handled' | 'ignored' | 'not_ours'> {
  const subject = subjectOf(event);
  if (subject.kind === 'other') return 'ignored';
  const payment = await readPayment(subject);
  if (payment === undefined) return 'not_ours';
  await reconcile(payment);
  logger.info('stripe event', { eventId: event.id, type: event.type, sessionId: payment.sessionId });
  return 'handled';
}

async function verify(rawBody: Buffer, signature: string | undefined): Promise<Stripe.Event> {
  if (signature === undefined) throw new InvalidRequestError('the Stripe-Signature header is missing');
  const [stripe, { webhookSecret }] = await Promise.all([stripeClient(), readStripeSecrets()]);
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    countStripeEvent('unknown', 'bad_signature');
    throw new InvalidRequestError('the Stripe signature is not valid', { cause: error });
  }
}
