import Stripe from 'stripe';
import { logger } from '../shared/logger.ts';
import { OWN_METADATA } from './own-session.ts';
import type { Payment } from './payment.ts';
import { callStripe } from './stripe-client.ts';

/**
 * Refunds the remainder of a payment. Idempotent: Stripe stores the key for a day, then rejects a second full refund.
 * @throws Stripe's errors unchanged, except for a payment that cannot be refunded, e.g. because it is disputed.
 */
export async function refundPayment({ sessionId, paymentIntentId }: Payment): Promise<void> {
  if (paymentIntentId === undefined) return;
  try {
    await callStripe((stripe) =>
      stripe.refunds.create(
        { payment_intent: paymentIntentId, metadata: { ...OWN_METADATA, cause: 'account_deleted' } },
        { idempotencyKey: `refund-${sessionId}` },
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    logger.error('payment could not be refunded', { sessionId, code: error.code });
  }
}
