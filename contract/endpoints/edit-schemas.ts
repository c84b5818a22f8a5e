/** The edits of a thumbnail as rows and responses have them. An edit is a generation that starts from an image of a thumbnail. */
import * as z from 'zod/mini';

/** Describes a finished edit, whose request was checked. The mask is not stored, so the summary does not contain it. */
export const editSummary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('erase') }),
  z.object({ kind: z.literal('replace'), find: z.optional(z.string()), prompt: z.string() }),
  z.object({ kind: z.literal('recolor'), find: z.string(), prompt: z.string() }),
  /** The margins are in pixels of the base. */
  z.object({
    kind: z.literal('fill'),
    left: z.number(),
    right: z.number(),
    up: z.number(),
    down: z.number(),
    prompt: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('upscale') }),
]);
export type EditSummary = z.infer<typeof editSummary>;

/** The response with status 200. */
export const createdEdit = z.object({
  editId: z.string(),
  imageURL: z.string(),
  /** The URL of a WebP that is `LIMITS.previewWidth` wide. Absent while the edit has no preview. */
  previewURL: z.optional(z.string()),
  /** The width of the image, in pixels. */
  width: z.number(),
  height: z.number(),
});

/** An edit of a thumbnail, in its list of versions. */
export const thumbnailEdit = z.object({
  id: z.string(),
  baseId: z.string(),
  operation: editSummary,
  imageURL: z.string(),
  previewURL: z.optional(z.string()),
  /** The width of the image, in pixels. */
  width: z.number(),
  height: z.number(),
  /** The time of creation (ISO 8601, UTC). */
  createdAt: z.string(),
});
export type ThumbnailEdit = z.infer<typeof thumbnailEdit>;
