import * as z from 'zod/mini';
import { receivedResponse } from './fields.ts';

export const createStripeCheckoutRequest = z.object(
  {
    priceId: z.string('priceId must be text').check(z.minLength(1, 'priceId must not be empty')),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
  },
  'the body must be a JSON object',
);
export type CreateStripeCheckoutRequest = z.infer<typeof createStripeCheckoutRequest>;

export const createStripeCheckoutResponse = z.object({ checkoutUrl: z.string() });

/** `unmatched`: the paid amount is not the pack's price. It adds no credits, and an operator examines it. */
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
  /** The checkout session's id. */
  id: z.string(),
  /** The pack's name. */
  pack: z.string(),
  credits: z.number(),
  /** How many of its credits settled those that were due. @default 0 */
  settled: z.optional(z.number()),
  /** In minor units of `currency`. */
  amount: z.number(),
  currency: z.string(),
  state: purchaseState,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  receiptUrl: z.optional(z.string()),
});
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

export const confirmPurchaseRequest = z.object({
  id: z.string().check(z.regex(/^cs_\w{1,250}$/, 'id must be the id of a checkout session')),
});

/** `unknown`: the session is not one of the caller's. `unpaid`: the payment has failed, or has not gone through yet. */
export const confirmPurchaseResponse = z.object({ state: z.enum(['unknown', 'unpaid', 'paid']) });

/** Newest first. */
export const listPurchasesResponse = z.object({ purchases: z.array(purchaseSummary) });

export const createStripeCheckoutSchemas = {
  body: createStripeCheckoutRequest,
  response: createStripeCheckoutResponse,
};
export const listPurchasesSchemas = { response: listPurchasesResponse };
export const confirmPurchaseSchemas = { params: confirmPurchaseRequest, response: confirmPurchaseResponse };
export const stripeWebhookSchemas = { response: receivedResponse };
