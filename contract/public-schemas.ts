/** The requests of the public API, where they differ from the site's: the key says whose they are. */
import * as z from 'zod/mini';
import { createEditRequest } from './edit-schemas.ts';
import { uuid } from './fields.ts';
import type { PublicEndpointName } from './public-api.ts';
import type { EndpointSchemas } from './endpoint-types.ts';
import {
  createEditSchemas,
  generateThumbnailRequest,
  generateThumbnailSchemas,
  listThumbnailsSchemas,
  readCreditsSchemas,
  readThumbnailSchemas,
} from './schemas.ts';
import { deleteThumbnailSchemas, readThumbnailRequest } from './thumbnail-fields.ts';

/** Required on each request that takes credits. A repeated request with the same key takes nothing. */
export const idempotencyKey = uuid('Idempotency-Key');

const generateRequest = z.omit(generateThumbnailRequest, { userId: true, generationId: true });

const editRequest = z.extend(
  z.omit(createEditRequest, { userId: true, editId: true, thumbnailId: true }),
  /** @default the thumbnail's own image */
  { baseId: z.optional(uuid('baseId')) },
);

export const PUBLIC_SCHEMAS = {
  generateThumbnail: { ...generateThumbnailSchemas, body: generateRequest },
  listThumbnails: listThumbnailsSchemas,
  readThumbnail: readThumbnailSchemas,
  createEdit: { ...createEditSchemas, params: readThumbnailRequest, body: editRequest },
  deleteThumbnail: deleteThumbnailSchemas,
  readCredits: readCreditsSchemas,
} as const satisfies Record<PublicEndpointName, EndpointSchemas>;
