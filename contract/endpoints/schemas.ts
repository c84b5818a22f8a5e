/**
 * The request and response schemas of the API. Functions parse with them; the browser imports only their types
 * (`import type`), so that no schema library reaches its bundle. `zod/mini` keeps the functions' bundles small.
 */
import * as z from 'zod/mini';
import { design } from '../design/design.ts';
import { thumbnailEdit } from './edit-schemas.ts';
import { CHARGES } from '../error-parts.ts';
import { errorParams, pageCursor, pageLimit, requiredText } from '../fields.ts';
import { IMAGE_MARKS } from '../image-mark.ts';
import { LIMITS } from '../limits.ts';
import { PACK_IDS } from '../packs.ts';
import { EVERYONE, PAGE_AND_PUBLIC_API, readBy, selectSchemas } from './readers.ts';
import { linePosition } from './generation-schemas.ts';
import { THUMBNAIL_FIELDS } from './thumbnail-fields.ts';
import { readThumbnailRequest, thumbnailFilter } from './thumbnail-requests.ts';
import { parseVideoReference } from '../video-reference.ts';

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
  /** True if the thumbnail has a design with a visible layer, or with a changed crop or adjustment of the image. */
  isFinished: readBy(PAGE_AND_PUBLIC_API, z.boolean()),
  /**
   * The mark of the files of the thumbnail: `none` for a photo without AI, `composite` for a photo or a design of which AI made a part, and
   * `generated` for an image that AI made.
   */
  mark: readBy(PAGE_AND_PUBLIC_API, z.enum(IMAGE_MARKS)),
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
 * its image, and may wait again. The fields of the list are also here, but for `isFinished`, which follows
 * from the design.
 */
export const listReadFields = () =>
  ({
    ...THUMBNAIL_FIELDS,
    status: readBy(EVERYONE, z.enum(['pending', 'waiting', 'succeeded', 'failed'])),
    ahead: readBy(PAGE_AND_PUBLIC_API, linePosition.ahead),
    estimatedSeconds: readBy(PAGE_AND_PUBLIC_API, linePosition.estimatedSeconds),
    /** The URL of the image of a succeeded generation. It expires after one to seven hours. */
    url: readBy(EVERYONE, z.optional(z.string())),
    /** The mark that the list also has. A succeeded thumbnail has it. */
    mark: readBy(PAGE_AND_PUBLIC_API, z.optional(z.enum(IMAGE_MARKS))),
    /** The URL of the preview that the list also shows: of the design, if the thumbnail is finished. */
    previewURL: readBy(EVERYONE, z.optional(z.string())),
    /** The URL of a WebP of the image without the design. Absent while the image has no preview. */
    originalPreviewURL: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
    /** The size of the image, in pixels. */
    width: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
    height: readBy(PAGE_AND_PUBLIC_API, z.optional(z.number())),
    error: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
    code: readBy(PAGE_AND_PUBLIC_API, z.optional(z.string())),
    params: readBy(PAGE_AND_PUBLIC_API, z.optional(errorParams)),
    charge: readBy(PAGE_AND_PUBLIC_API, z.optional(z.enum(CHARGES))),
    design: readBy(EVERYONE, z.optional(design)),
    /** The version of the design; 0 without a design. */
    designVersion: readBy(PAGE_AND_PUBLIC_API, z.number()),
    /** The languages into which the texts of the design are translated, as BCP 47 tags. A succeeded thumbnail has it. */
    languages: readBy(PAGE_AND_PUBLIC_API, z.optional(z.array(z.string()))),
    /** The newest edits of a succeeded thumbnail, newest first, at most `LIMITS.listedEdits`, and the edit that the design shows. */
    edits: readBy(PAGE_AND_PUBLIC_API, z.optional(z.array(thumbnailEdit))),
  }) satisfies Record<string, unknown> & Record<Exclude<keyof typeof SUMMARY_FIELDS, 'isFinished'>, unknown>;
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

export const readCreditsSchemas = { response: readCreditsResponse };
export const listThumbnailsSchemas = { query: listThumbnailsRequest, response: listThumbnailsResponse };
export const readThumbnailSchemas = { params: readThumbnailRequest, response: readThumbnailResponse };
export const listGenerationsSchemas = { response: listGenerationsResponse };
export const cancelGenerationSchemas = { params: readThumbnailRequest, response: cancelGenerationResponse };
export const improvePromptSchemas = { body: improvePromptRequest, response: improvePromptResponse };

/** A response of the public API has only the fields that programs may read. */
export const publicListSchemas = {
  ...listThumbnailsSchemas,
  response: z.extend(listThumbnailsResponse, {
    thumbnails: z.array(z.object(selectSchemas(SUMMARY_FIELDS, 'publicApi'))),
  }),
};
export const publicReadSchemas = {
  ...readThumbnailSchemas,
  response: z.lazy(() => z.object(selectSchemas(listReadFields(), 'publicApi'))),
};
