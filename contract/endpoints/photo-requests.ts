/** The request that makes a thumbnail of a photo, and its response. */
import * as z from 'zod/mini';
import { base64, oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** The largest JPEG in a request, in bytes. */
export const PICTURE_BYTES = 3_000_000;

/** The largest request, in bytes: the JPEG in base64, and the other fields. A request to a Lambda function has at most 6 MB. */
const BODY_BYTES = 4 * 1024 * 1024;

/** The JPEG in base64. */
const picture = base64('picture', PICTURE_BYTES);

/** The name of the thumbnail, e.g. the name of the file. */
const name = z.optional(oneLine('name', LIMITS.thumbnailNameLength));

export const createThumbnailRequest = z.object(
  {
    /** The id of an uploaded JPEG. The site uploads the photo, and a program sends it as `picture`. */
    referenceId: z.optional(uuid('referenceId')),
    picture: z.optional(picture),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** The idempotency key of the request, which becomes the id of the thumbnail. */
    generationId: z.optional(uuid('generationId')),
    name,
  },
  'the body must be a JSON object',
);

export const createThumbnailResponse = z.object({
  generationId: z.string(),
  imageURL: z.string(),
  /** Absent while the image has no preview. */
  previewURL: z.optional(z.string()),
});

export const createThumbnailSchemas = {
  body: createThumbnailRequest,
  bodyBytes: BODY_BYTES,
  response: createThumbnailResponse,
};

/** The schemas of the public API. The key and the header replace the ids of the site. */
export const publicPhotoSchemas = {
  body: z.object({ picture, name }, 'the body must be a JSON object'),
  bodyBytes: BODY_BYTES,
  response: createThumbnailResponse,
};
