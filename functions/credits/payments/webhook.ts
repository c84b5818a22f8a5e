import Stripe from 'stripe';
import * as z from 'zod/mini';
import { PAYMENT_EVENTS, SESSION_EVENTS } from '#contract/stripe-events.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { logger } from '../../platform/logger.ts';
import { countStripeEvent, type StripeEventOutcome } from '../../platform/metrics.ts';
import { readPayment, type PaymentRef } from './read-payment.ts';
import { reconcile } from './reconcile.ts';
import { getStripeSecrets } from './stripe-client.ts';

/** The greatest age of a signature, in seconds (Stripe docs, "Preventing replay attacks"). */
const SIGNATURE_TOLERANCE = 300;

/** Matches a signature header: a time and at least one signature. A call with another header does not come from Stripe. */
const SIGNATURE_FORM = /^t=\d{1,15},(?:.*,)?v1=[0-9a-f]{64}(?:,|$)/;

/** The part of an event that names its payment. A thin event (`v2.core.event`) has no object. */
export const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  object: z.literal('event'),
  data: z.object({
    object: z.object({
      id: z.optional(z.string()),
      payment_intent: z.nullish(z.union([z.string(), z.object({ id: z.string() })])),
    }),
  }),
});
type StripeEvent = z.infer<typeof stripeEvent>;

/**
 * Handles one webhook event. Handled events are not recorded: reconciling is idempotent, so Stripe may send an event again. A signed call
 * that cannot be useful after any repetition is counted and accepted.
 * @param rawBody the signed bytes, unchanged.
 * @throws InvalidRequestError if the signature is missing, wrong or older than 300 s. After any other error, Stripe must send the event
 * again.
 */
export async function handleEvent(rawBody: Buffer, signature: string | undefined): Promise<void> {
  await verifySignature(rawBody, signature);
  const event = parseEvent(rawBody);
  if (event === undefined) {
    countStripeEvent('unknown', 'unreadable');
    return;
  }
  try {
    countStripeEvent(event.type, await processEvent(event));
  } catch (error) {
    countStripeEvent(event.type, 'failed');
    throw error;
  }
}

async function processEvent(event: StripeEvent): Promise<StripeEventOutcome> {
  const ref = getPaymentRef(event);
  if (ref === undefined) return 'ignored';
  const payment = await readPayment(ref);
  if (typeof payment === 'string') return payment;
  await reconcile(payment);
  logger.info('stripe event', { eventId: event.id, type: event.type, sessionId: payment.sessionId });
  return 'handled';
}

/** Returns the payment of an event, or undefined if the event is not about a payment (Stripe docs, "Types of events"). */
export function getPaymentRef({ type, data: { object } }: StripeEvent): PaymentRef | undefined {
  const { id, payment_intent: intent } = object;
  if (isOneOf(SESSION_EVENTS, type)) return id === undefined ? undefined : { kind: 'session', sessionId: id };
  // A charge without a payment intent cannot come from the checkout.
  if (!isOneOf(PAYMENT_EVENTS, type) || intent === null || intent === undefined) return undefined;
  return { kind: 'payment', paymentIntentId: typeof intent === 'string' ? intent : intent.id };
}

function isOneOf(types: readonly string[], type: string): boolean {
  return types.includes(type);
}

/** Verifies the signature. @throws InvalidRequestError; the errors of `getStripeSecrets`. */
async function verifySignature(rawBody: Buffer, signature: string | undefined): Promise<void> {
  if (signature === undefined || !SIGNATURE_FORM.test(signature)) {
    countStripeEvent('unknown', 'unsigned');
    throw new InvalidRequestError(
      signature === undefined
        ? 'the Stripe-Signature header is missing'
        : 'the Stripe-Signature header has another form than t=…,v1=…',
    );
  }
  const { webhookSecret } = await getStripeSecrets();
  const { signature: verifier } = Stripe.webhooks;
  if (verifier === null) throw new Error('The Stripe library cannot verify signatures.');
  try {
    verifier.verifyHeader(rawBody, signature, webhookSecret, SIGNATURE_TOLERANCE);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    countStripeEvent('unknown', 'bad_signature');
    throw new InvalidRequestError('the Stripe signature is not valid', { cause: error });
  }
}

/** @returns undefined if the body is not an event with an object, e.g. a thin event. */
function parseEvent(rawBody: Buffer): StripeEvent | undefined {
  try {
    return stripeEvent.parse(JSON.parse(rawBody.toString()));
  } catch {
    return undefined;
  }
}
