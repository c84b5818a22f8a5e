/**
 * The request and response schemas of the API. Functions parse with them; the browser imports only their types
 * (`import type`), so that no schema library reaches its bundle. `zod/mini` keeps the functions' bundles small.
 */
import * as z from 'zod/mini';
import { design } from '../design/design.ts';
import { createdEdit, createEditRequest, thumbnailEdit } from './edit-schemas.ts';
import { CHARGES } from '../error-parts.ts';
import { errorParams, multilineText, pageCursor, pageLimit, requiredText, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { PACK_IDS } from '../packs.ts';
import { PAGE_AND_PUBLIC_API, readBy, selectSchemas } from './readers.ts';
import { referenceRequest } from './reference-schemas.ts';
import { readThumbnailRequest, THUMBNAIL_FIELDS, thumbnailFilter } from './thumbnail-fields.ts';
import { parseVideoReference } from '../video-reference.ts';
import { hasVisibleCharacter } from '../visible-text.ts';

export const generateThumbnailRequest = z.object(
  {
    /**
     * If the prompt has a link to a video or a channel, the other words are the idea. If the prompt has no other words, the title of the
     * video is the idea.
     */
    prompt: requiredText('prompt', LIMITS.promptLength),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** The words to avoid. A text without a visible character counts as absent, because a model may refuse an empty text. */
    negativePrompt: z.optional(
      z.pipe(
        multilineText('negativePrompt', LIMITS.negativePromptLength),
        z.transform((value) => (hasVisibleCharacter(value) ? value : undefined)),
      ),
    ),
    /** The idempotency key. The browser makes a new key for each press of Generate. */
    generationId: z.optional(uuid('generationId')),
    /** The requested model. Has no effect on a generation with a reference, which uses the reference models. */
    model: z.optional(z.string('model must be text')),
    /** The reference. @default the video of the link in the prompt, if the prompt has a link */
    reference: z.optional(referenceRequest),
    /** The set of the thumbnail. The thumbnails that one press requests have the same id, which the caller makes. */
    setId: z.optional(uuid('setId')),
  },
  'the body must be a JSON object',
);
export type GenerateThumbnailRequest = z.infer<typeof generateThumbnailRequest>;

/** The place of a waiting generation in the waiting line of its models. Both fields are absent if the place could not be counted. */
const linePosition = {
  /** The number of generations in front of the generation. */
  ahead: z.optional(z.number()),
  /** The estimated time until the image is ready, in seconds. */
  estimatedSeconds: z.optional(z.number()),
};

/** The response with status 200. */
export const generatedThumbnail = z.object({
  imageURL: z.string(),
  /** The URL of a WebP that is `LIMITS.previewWidth` wide. Absent while the thumbnail has no preview. */
  previewURL: z.optional(z.string()),
  generationId: z.string(),
  /** The name of a thumbnail whose prompt has a link: the other words, or else the title of the video. Absent without a link. */
  name: z.optional(z.string()),
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

/** The response with status 202. `GET /api/thumbnails/{id}` with the id of the edit then returns the state of the edit. */
export const waitingEdit = z.object({ editId: z.string(), status: z.literal('waiting'), ...linePosition });
export const createEditResponse = z.union([createdEdit, waitingEdit]);

export const readCreditsResponse = z.object({
  credits: z.number(),
  /** The packs that the account has. A refunded or disputed pack does not count. Absent if the account has no pack. */
  packs: z.optional(z.array(z.enum(PACK_IDS))),
  /** The earliest time at which the welcome credits can arrive (ISO 8601, UTC). Absent unless the account waits for them. */
  welcomeDueAt: z.optional(z.string()),
  /** Credits of refunded or disputed payments that were already spent. The next purchases settle these credits. @default 0 */
  creditsDue: z.optional(z.number()),
});

export const listThumbnailsRequest = z.object({
  ...thumbnailFilter.shape,
  limit: pageLimit(LIMITS.maxPageSize),
  cursor: pageCursor,
});

/** The fields of a thumbnail in the list, and their readers. */
export const SUMMARY_FIELDS = {
  ...THUMBNAIL_FIELDS,
  url: readBy(PAGE_AND_PUBLIC_API, z.string()),
  /**
   * The URL of the design's preview, or of a WebP of the image. Each is `LIMITS.previewWidth` wide. Absent while the thumbnail has no
   * preview.
   */
  previewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** True if the thumbnail has a design with at least one visible layer. */
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
 * The fields of one thumbnail, and their readers. A succeeded generation has `url`, `width` and `height`. A failed generation has the
 * fields of an error. A waiting generation has its place in the waiting line. A waiting generation becomes pending while a model generates
 * its image, and may wait again.
 */
export const listReadFields = () => ({
  ...THUMBNAIL_FIELDS,
  status: readBy(PAGE_AND_PUBLIC_API, z.enum(['pending', 'waiting', 'succeeded', 'failed'])),
  ahead: readBy(PAGE_AND_PUBLIC_API, linePosition.ahead),
  estimatedSeconds: readBy(PAGE_AND_PUBLIC_API, linePosition.estimatedSeconds),
  url: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** The URL of the preview that the list also shows. */
  previewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** The URL of a WebP of the image without the design. Absent while the image has no preview. */
  originalPreviewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  /** The size of the image, in pixels. */
  width: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
  height: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
  error: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  code: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
  params: readBy(PAGE_AND_PUBLIC_API, z.optional(errorParams)),
  charge: readBy(PAGE_AND_PUBLIC_API, z.optional(z.enum(CHARGES))),
  design: readBy(PAGE_AND_PUBLIC_API, z.optional(design)),
  /** The version of the design; 0 without a design. */
  designVersion: readBy(PAGE_AND_PUBLIC_API, z.number()),
  /** The newest edits of a succeeded thumbnail, newest first, at most `LIMITS.listedEdits`, and the edit that the design shows. */
  edits: readBy(PAGE_AND_PUBLIC_API, z.optional(z.array(thumbnailEdit))),
});
export const readThumbnailResponse = z.lazy(() => z.object(selectSchemas(listReadFields(), 'page')));
export type ReadThumbnailResponse = z.infer<typeof readThumbnailResponse>;

/** The waiting and pending generations, newest first, at most `LIMITS.listedGenerations`. */
export const listGenerationsResponse = z.object({
  generations: z.array(
    z.object({
      id: z.string(),
      /** The time of creation (ISO 8601, UTC). */
      createdAt: z.string(),
      /** The thumbnail that an edit belongs to. Absent for the generation of a thumbnail. */
      thumbnailId: z.optional(z.string()),
      /** The set of a thumbnail. Absent for an edit. */
      setId: z.optional(z.string()),
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
    /** The idea, without a link. */
    prompt: requiredText('prompt', LIMITS.ideaLength).check(
      z.refine((value) => !hasLink(value), 'prompt must not contain a link'),
    ),
  },
  'the body must be a JSON object',
);

/** A suggestion is one line, and a valid prompt without a link. */
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
