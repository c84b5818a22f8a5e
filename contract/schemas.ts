/**
 * What crosses the wire, as schemas. Functions parse with these; the browser takes only the types
 * (`import type`), so no schema library reaches its bundle. `zod/mini` keeps the functions small.
 */
import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

// Newline and tab are the only control characters a prompt may hold.
const ALLOWED_CHARACTERS = /^[\n\t\P{Cc}]*$/u;

const text = (name: string) =>
  z.string(`${name} must be text`).check(
    z.trim(),
    z.refine((value) => value.isWellFormed(), `${name} must be valid Unicode`),
    z.refine((value) => ALLOWED_CHARACTERS.test(value), `${name} must not contain control characters`),
  );

const atMost = (limit: number, name: string) =>
  z.refine<string>(
    (value) => Array.from(value).length <= limit,
    `${name} must be at most ${limit} characters`,
  );

/** An idempotency key made by the browser, one per press of Generate. */
const generationId = z
  .string('generationId must be a UUID')
  .check(z.toLowerCase(), z.uuid('generationId must be a UUID'));

export const generateThumbnailRequest = z.object(
  {
    prompt: text('prompt').check(
      z.minLength(1, 'prompt must not be empty'),
      atMost(LIMITS.promptLength, 'prompt'),
    ),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** A blank one is none: a model's schema may refuse an empty text. */
    negativePrompt: z.optional(
      z.pipe(
        text('negativePrompt').check(atMost(LIMITS.negativePromptLength, 'negativePrompt')),
        z.transform((value) => (value === '' ? undefined : value)),
      ),
    ),
    generationId: z.optional(generationId),
    model: z.optional(z.string('model must be text')),
  },
  'the body must be a JSON object',
);
export type GenerateThumbnailRequest = z.infer<typeof generateThumbnailRequest>;

export const generateThumbnailResponse = z.object({ imageURL: z.string(), generationId: z.string() });
export type GenerateThumbnailResponse = z.infer<typeof generateThumbnailResponse>;

export const readCreditsResponse = z.object({ credits: z.number() });
export type ReadCreditsResponse = z.infer<typeof readCreditsResponse>;

export const listThumbnailsRequest = z.object({
  limit: z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,4}$/, 'limit must be a whole number')), z.transform(Number))
      .check(
        z.minimum(1, 'limit must be at least 1'),
        z.maximum(LIMITS.maxPageSize, `limit must be at most ${LIMITS.maxPageSize}`),
      ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(500, 'cursor is not one of ours'))),
});

export const readThumbnailRequest = z.object({ id: generationId });

export const thumbnailSummary = z.object({
  id: z.string(),
  url: z.string(),
  prompt: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  model: z.string(),
});
export type ThumbnailSummary = z.infer<typeof thumbnailSummary>;

export const listThumbnailsResponse = z.object({
  thumbnails: z.array(thumbnailSummary),
  cursor: z.optional(z.string()),
});
export type ListThumbnailsResponse = z.infer<typeof listThumbnailsResponse>;

/** `url` is there when `status` is succeeded, `error` (a sentence and its code) when it is failed. */
export const readThumbnailResponse = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  url: z.optional(z.string()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
});
export type ReadThumbnailResponse = z.infer<typeof readThumbnailResponse>;

export const createStripeCheckoutRequest = z.object(
  {
    priceId: z.string('priceId must be text').check(z.minLength(1, 'priceId must not be empty')),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
  },
  'the body must be a JSON object',
);
export type CreateStripeCheckoutRequest = z.infer<typeof createStripeCheckoutRequest>;

export const createStripeCheckoutResponse = z.object({ checkoutUrl: z.string() });
export type CreateStripeCheckoutResponse = z.infer<typeof createStripeCheckoutResponse>;

/** Where a purchase stands. `unmatched` was paid, but not what the pack costs: not credited, and looked into. */
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
  /** In minor units of `currency`. */
  amount: z.number(),
  currency: z.string(),
  state: purchaseState,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  receiptUrl: z.optional(z.string()),
});
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

/** Newest first. */
export const listPurchasesResponse = z.object({ purchases: z.array(purchaseSummary) });
export type ListPurchasesResponse = z.infer<typeof listPurchasesResponse>;

export const closeAccountResponse = z.object({ closed: z.literal(true) });
export type CloseAccountResponse = z.infer<typeof closeAccountResponse>;

export const stripeWebhookResponse = z.object({ received: z.literal(true) });
export type StripeWebhookResponse = z.infer<typeof stripeWebhookResponse>;
