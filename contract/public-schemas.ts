/** The requests of the public API, where they differ from the site's: the key says whose they are. */
import * as z from 'zod/mini';
import { createEditRequest } from './edit-schemas.ts';
import { uuid } from './fields.ts';
import type { PublicEndpointName } from './public-api.ts';
import { generateThumbnailRequest, readThumbnailRequest, SCHEMAS, type EndpointSchemas } from './schemas.ts';

/** Required on each request that takes credits. A repeated request with the same key takes nothing. */
export const idempotencyKey = uuid('Idempotency-Key');

const generateRequest = z.omit(generateThumbnailRequest, { userId: true, generationId: true });

const editRequest = z.extend(
  z.omit(createEditRequest, { userId: true, editId: true, thumbnailId: true }),
  /** @default the thumbnail's own image */
  { baseId: z.optional(uuid('baseId')) },
);

export const PUBLIC_SCHEMAS = {
  generateThumbnail: { ...SCHEMAS.generateThumbnail, body: generateRequest },
  listThumbnails: SCHEMAS.listThumbnails,
  readThumbnail: SCHEMAS.readThumbnail,
  createEdit: { ...SCHEMAS.createEdit, params: readThumbnailRequest, body: editRequest },
  deleteThumbnail: SCHEMAS.deleteThumbnail,
  readCredits: SCHEMAS.readCredits,
} as const satisfies Record<PublicEndpointName, EndpointSchemas>;
