import { confirmPurchaseSchemas } from '#contract/endpoints/purchase-schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { readPayment } from '../credits/payments/read-payment.ts';
import { reconcile } from '../credits/payments/reconcile.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';

/** POST /api/purchases/{id}/confirm: books a payment of the caller without waiting for the webhook. */
export const handler = apiHandler('confirmPurchase', confirmPurchaseSchemas, async ({ userId, params }) => {
  // The call counts before Stripe is called, so that one user cannot use up Stripe's rate limit.
  await enforceRateLimit('confirmations', userId);
  const payment = await readPayment({ kind: 'session', sessionId: params.id });
  // The response is the same for an unknown session and for another user's session.
  if (typeof payment === 'string' || payment.userId !== userId) return { state: 'unknown' };
  await reconcile(payment);
  return { state: payment.status === 'paid' ? 'paid' : 'unpaid' };
});
