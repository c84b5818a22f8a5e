/** The request that makes a thumbnail of an uploaded photo, and its response. */
import * as z from 'zod/mini';
import { oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const createThumbnailRequest = z.object(
  {
    /** The id of an uploaded JPEG. */
    referenceId: uuid('referenceId'),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** The idempotency key of the request, which becomes the id of the thumbnail. */
    generationId: z.optional(uuid('generationId')),
    /** The name of the thumbnail, e.g. the name of the file. */
    name: z.optional(oneLine('name', LIMITS.thumbnailNameLength)),
  },
  'the body must be a JSON object',
);

export const createThumbnailResponse = z.object({
  generationId: z.string(),
  imageURL: z.string(),
  /** Absent while the image has no preview. */
  previewURL: z.optional(z.string()),
});

export const createThumbnailSchemas = { body: createThumbnailRequest, response: createThumbnailResponse };
