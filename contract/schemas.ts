/**
 * The request and response schemas of the API. Functions parse with them; the browser imports only their types
 * (`import type`), so that no schema library reaches its bundle. `zod/mini` keeps the functions' bundles small.
 */
import * as z from 'zod/mini';
import { design } from './design.ts';
import { createdEdit, createEditRequest, thumbnailEdit } from './edit-schemas.ts';
import { CHARGES } from './error-parts.ts';
import { errorParams, multilineText, requiredText, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { PACK_IDS } from './packs.ts';
import { PAGE_AND_PUBLIC_API, readBy, selectSchemas } from './readers.ts';
import { referenceRequest } from './reference-schemas.ts';
import { readThumbnailRequest, THUMBNAIL_FIELDS, thumbnailFilter } from './thumbnail-fields.ts';
import { parseVideoReference } from './video-reference.ts';
import { hasVisibleCharacter } from './visible-text.ts';

export const generateThumbnailRequest = z.object(
  {
    /** With a link to a video or a channel, the other words are the idea; without words, the video's title is. */
    prompt: requiredText('prompt', LIMITS.promptLength),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** A text without a visible character counts as absent, because a model may refuse an empty one. */
    negativePrompt: z.optional(
      z.pipe(
        multilineText('negativePrompt', LIMITS.negativePromptLength),
        z.transform((value) => (hasVisibleCharacter(value) ? value : undefined)),
      ),
    ),
    /** An idempotency key: the browser makes one for each press of Generate. */
    generationId: z.optional(uuid('generationId')),
    /** Has no effect on a generation with a reference, which uses the reference models. */
    model: z.optional(z.string('model must be text')),
    /** @default the video of the prompt's link, if it has one */
    reference: z.optional(referenceRequest),
  },
  'the body must be a JSON object',
);
export type GenerateThumbnailRequest = z.infer<typeof generateThumbnailRequest>;

/** The place of a waiting generation in the line of its models. Both are absent if they could not be counted. */
const linePosition = {
  /** Generations that wait in front of it. */
  ahead: z.optional(z.number()),
  /** Estimate of the time until the image is ready, in seconds. */
  estimatedSeconds: z.optional(z.number()),
};

/** The response with status 200. */
export const generatedThumbnail = z.object({
  imageURL: z.string(),
  /** A WebP of `LIMITS.previewWidth`. Absent while the thumbnail has none. */
  previewURL: z.optional(z.string()),
  generationId: z.string(),
});
/** The response with status 202: every model is busy, and the generation waits in line. */
export const waitingGeneration = z.object({
  generationId: z.string(),
  status: z.literal('waiting'),
  ...linePosition,
});
export type WaitingGeneration = z.infer<typeof waitingGeneration>;
export const generateThumbnailResponse = z.union([generatedThumbnail, waitingGeneration]);
export type GenerateThumbnailResponse = z.infer<typeof generateThumbnailResponse>;

/** The response with status 202. `GET /api/thumbnails/{id}` with the id of the edit then tells its state. */
export const waitingEdit = z.object({ editId: z.string(), status: z.literal('waiting'), ...linePosition });
export const createEditResponse = z.union([createdEdit, waitingEdit]);

export const readCreditsResponse = z.object({
  credits: z.number(),
  /** The packs that the account has: bought, and not refunded or disputed. Absent without one. */
  packs: z.optional(z.array(z.enum(PACK_IDS))),
  /** When the welcome credits will be granted (ISO 8601, UTC), if the limit of today is reached. */
  welcomeDueAt: z.optional(z.string()),
  /** Credits of refunded or disputed payments that were already spent. The next purchases settle them. @default 0 */
  creditsDue: z.optional(z.number()),
});

export const listThumbnailsRequest = z.object({
  ...thumbnailFilter.shape,
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

/** The fields of a thumbnail in the list, and their readers. */
export const SUMMARY_FIELDS = {
  ...THUMBNAIL_FIELDS,
  url: readBy(PAGE_AND_PUBLIC_API, z.string()),
  /** The thumbnail as it is finished, or a WebP of the image. Both have `LIMITS.previewWidth`. Absent while there is none. */
  previewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** Whether the thumbnail has a design with layers. */
  isFinished: readBy(PAGE_AND_PUBLIC_API, z.boolean()),
  /** The size of the image, in pixels. */
  width: readBy(PAGE_AND_PUBLIC_API, z.number()),
  height: readBy(PAGE_AND_PUBLIC_API, z.number()),
};
export const thumbnailSummary = z.object(selectSchemas(SUMMARY_FIELDS, 'page'));
export type ThumbnailSummary = z.infer<typeof thumbnailSummary>;

export const listThumbnailsResponse = z.object({
  thumbnails: z.array(thumbnailSummary),
  cursor: z.optional(z.string()),
});
export type ListThumbnailsResponse = z.infer<typeof listThumbnailsResponse>;
export type ListThumbnailsRequest = z.infer<typeof listThumbnailsRequest>;

/**
 * The fields of one thumbnail, and their readers. A succeeded generation has `url`, `width` and `height`, a failed one the fields of an error, a waiting one its place in the
 * line. A waiting generation becomes pending while a model generates its image, and may wait again.
 */
export const listReadFields = () => ({
  ...THUMBNAIL_FIELDS,
  status: readBy(PAGE_AND_PUBLIC_API, z.enum(['pending', 'waiting', 'succeeded', 'failed'])),
  ahead: readBy(PAGE_AND_PUBLIC_API, linePosition.ahead),
  estimatedSeconds: readBy(PAGE_AND_PUBLIC_API, linePosition.estimatedSeconds),
  url: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** As in the list. */
  previewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** A WebP of the image itself, without the design. Absent while there is none. */
  originalPreviewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** The size of the image, in pixels. */
  width: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
  height: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
  error: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  code: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  params: readBy(PAGE_AND_PUBLIC_API, z.optional(errorParams)),
  charge: readBy(PAGE_AND_PUBLIC_API, z.optional(z.enum(CHARGES))),
  design: readBy(PAGE_AND_PUBLIC_API, z.optional(design)),
  /** Of the design; 0 without one. */
  designVersion: readBy(PAGE_AND_PUBLIC_API, z.number()),
  /** The newest `LIMITS.listedEdits` of a succeeded thumbnail, newest first. */
  edits: readBy(PAGE_AND_PUBLIC_API, z.optional(z.array(thumbnailEdit))),
});
export const readThumbnailResponse = z.lazy(() => z.object(selectSchemas(listReadFields(), 'page')));
export type ReadThumbnailResponse = z.infer<typeof readThumbnailResponse>;

/** The generations that wait or run, the newest first, at most `LIMITS.listedGenerations`. */
export const listGenerationsResponse = z.object({
  generations: z.array(
    z.object({
      id: z.string(),
      /** ISO 8601, UTC. */
      createdAt: z.string(),
      /** The thumbnail that an edit belongs to. Absent for a thumbnail. */
      thumbnailId: z.optional(z.string()),
    }),
  ),
});

export type ListGenerationsResponse = z.infer<typeof listGenerationsResponse>;

export const cancelGenerationResponse = z.object({ canceled: z.literal(true) });

function hasLink(text: string): boolean {
  const parsed = parseVideoReference(text);
  return 'error' in parsed || parsed.reference !== undefined;
}

export const improvePromptRequest = z.object(
  {
    /** The words of a prompt, without a link. */
    prompt: requiredText('prompt', LIMITS.ideaLength).check(
      z.refine((value) => !hasLink(value), 'prompt must not contain a link'),
    ),
  },
  'the body must be a JSON object',
);

/** A suggestion in one line, which is a valid prompt without a link. */
export const improvePromptResponse = z.object({ prompt: z.string() });

export const generateThumbnailSchemas = {
  body: generateThumbnailRequest,
  response: generateThumbnailResponse,
};
export const readCreditsSchemas = { response: readCreditsResponse };
export const listThumbnailsSchemas = { query: listThumbnailsRequest, response: listThumbnailsResponse };
export const readThumbnailSchemas = { params: readThumbnailRequest, response: readThumbnailResponse };
export const listGenerationsSchemas = { response: listGenerationsResponse };
export const cancelGenerationSchemas = { params: readThumbnailRequest, response: cancelGenerationResponse };
export const createEditSchemas = {
  body: createEditRequest,
  bodyBytes: LIMITS.editRequestBytes,
  response: createEditResponse,
};
export const improvePromptSchemas = { body: improvePromptRequest, response: improvePromptResponse };
