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
    negativePrompt: z.optional(
      text('negativePrompt').check(atMost(LIMITS.negativePromptLength, 'negativePrompt')),
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
