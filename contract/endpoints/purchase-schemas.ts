import * as z from 'zod/mini';
import { receivedResponse } from '../fields.ts';

export const createStripeCheckoutRequest = z.object(
  {
    priceId: z.string('priceId must be text').check(z.minLength(1, 'priceId must not be empty')),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
  },
  'the body must be a JSON object',
);
export type CreateStripeCheckoutRequest = z.infer<typeof createStripeCheckoutRequest>;

export const createStripeCheckoutResponse = z.object({ checkoutUrl: z.string() });

/**
 * The state of a purchase. `unmatched`: the paid amount is not the pack's price. An unmatched purchase adds no credits, and an operator
 * examines it.
 */
export const purchaseState = z.enum([
  'pending',
  'failed',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'unmatched',
]);
export type PurchaseState = z.infer<typeof purchaseState>;

export const purchaseSummary = z.object({
  /** The id of the checkout session. */
  id: z.string(),
  /** The name of the pack. */
  pack: z.string(),
  credits: z.number(),
  /** The credits of the purchase that settled the account's shortfall. @default 0 */
  settled: z.optional(z.number()),
  /** The amount in minor units of `currency`. */
  amount: z.number(),
  currency: z.string(),
  state: purchaseState,
  /** The time of the purchase (ISO 8601, UTC). */
  createdAt: z.string(),
  receiptUrl: z.optional(z.string()),
});
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

export const confirmPurchaseRequest = z.object({
  id: z.string().check(z.regex(/^cs_\w{1,250}$/, 'id must be the id of a checkout session')),
});

/** `unknown`: the session is not a session of the caller. `unpaid`: the payment has failed, or has not gone through yet. */
export const confirmPurchaseResponse = z.object({ state: z.enum(['unknown', 'unpaid', 'paid']) });

/** The purchases, newest first. */
export const listPurchasesResponse = z.object({ purchases: z.array(purchaseSummary) });

export const createStripeCheckoutSchemas = {
  body: createStripeCheckoutRequest,
  response: createStripeCheckoutResponse,
};
export const listPurchasesSchemas = { response: listPurchasesResponse };
export const confirmPurchaseSchemas = { params: confirmPurchaseRequest, response: confirmPurchaseResponse };
export const stripeWebhookSchemas = { response: receivedResponse };
