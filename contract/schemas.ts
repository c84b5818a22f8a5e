/**
 * The request and response schemas of the API. Functions parse with them; the browser imports only their types
 * (`import type`), so that no schema library reaches its bundle. `zod/mini` keeps the functions' bundles small.
 */
import * as z from 'zod/mini';
import type { EndpointName } from './endpoints.ts';
import { LIMITS } from './limits.ts';

// Newline and tab are the only control characters that a prompt may contain.
const ALLOWED_CHARACTERS = /^[\n\t\P{Cc}]*$/u;

const multilineText = (name: string) =>
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

const uuid = (name: string) =>
  z.string(`${name} must be a UUID`).check(z.toLowerCase(), z.uuid(`${name} must be a UUID`));

export const generateThumbnailRequest = z.object(
  {
    prompt: multilineText('prompt').check(
      z.minLength(1, 'prompt must not be empty'),
      atMost(LIMITS.promptLength, 'prompt'),
    ),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** A blank text counts as absent, because a model may refuse an empty one. */
    negativePrompt: z.optional(
      z.pipe(
        multilineText('negativePrompt').check(atMost(LIMITS.negativePromptLength, 'negativePrompt')),
        z.transform((value) => (value === '' ? undefined : value)),
      ),
    ),
    /** An idempotency key: the browser makes one for each press of Generate. */
    generationId: z.optional(uuid('generationId')),
    model: z.optional(z.string('model must be text')),
  },
  'the body must be a JSON object',
);
export type GenerateThumbnailRequest = z.infer<typeof generateThumbnailRequest>;

export const generateThumbnailResponse = z.object({ imageURL: z.string(), generationId: z.string() });
export type GenerateThumbnailResponse = z.infer<typeof generateThumbnailResponse>;

export const readCreditsResponse = z.object({ credits: z.number() });

export const listThumbnailsRequest = z.object({
  limit: z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,4}$/, 'limit must be a whole number')), z.transform(Number))
      .check(
        z.minimum(1, 'limit must be at least 1'),
        z.maximum(LIMITS.maxPageSize, `limit must be at most ${LIMITS.maxPageSize}`),
      ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(500, 'cursor must be at most 500 characters'))),
});

export const readThumbnailRequest = z.object({ id: uuid('id') });

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

/** A succeeded generation has `url`, a failed one `error` (a sentence) and `code`. */
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

export const deleteAccountResponse = z.object({ closed: z.literal(true) });

export const stripeWebhookResponse = z.object({ received: z.literal(true) });

/** What an endpoint takes and returns. */
export interface EndpointSchemas {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  /** The JSON body. An operation without a body schema may still read the raw body. */
  body?: z.core.$ZodType;
  response: z.core.$ZodType;
}

export const SCHEMAS = {
  generateThumbnail: { body: generateThumbnailRequest, response: generateThumbnailResponse },
  readCredits: { response: readCreditsResponse },
  listThumbnails: { query: listThumbnailsRequest, response: listThumbnailsResponse },
  readThumbnail: { params: readThumbnailRequest, response: readThumbnailResponse },
  createStripeCheckout: { body: createStripeCheckoutRequest, response: createStripeCheckoutResponse },
  listPurchases: { response: listPurchasesResponse },
  deleteAccount: { response: deleteAccountResponse },
  stripeWebhook: { response: stripeWebhookResponse },
} as const satisfies Record<EndpointName, EndpointSchemas>;

type Schemas = typeof SCHEMAS;

export type EndpointResponse<Name extends EndpointName> = z.infer<Schemas[Name]['response']>;

type Part = 'params' | 'query' | 'body';

/** The parts of a request as the caller sends them. */
export type EndpointInput<Name extends EndpointName> = {
  [Key in Part & keyof Schemas[Name]]: Schemas[Name][Key] extends z.core.$ZodType
    ? z.input<Schemas[Name][Key]>
    : never;
};

/** The parts of a request after parsing. */
export type EndpointOutput<Name extends EndpointName> = {
  [Key in Part & keyof Schemas[Name]]: Schemas[Name][Key] extends z.core.$ZodType
    ? z.output<Schemas[Name][Key]>
    : never;
};
