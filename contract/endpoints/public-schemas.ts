/**
 * The requests and responses of the public API that differ from the site's. The key identifies the user, and a response has only the fields
 * that programs may read.
 */
import * as z from 'zod/mini';
import { createEditRequest } from './edit-schemas.ts';
import { uuid } from '../fields.ts';
import type { PublicEndpointName } from './public-api.ts';
import { selectSchemas } from './readers.ts';
import type { EndpointSchemas } from './endpoint-types.ts';
import {
  createEditSchemas,
  generateThumbnailRequest,
  generateThumbnailSchemas,
  listReadFields,
  listThumbnailsSchemas,
  readCreditsSchemas,
  readThumbnailSchemas,
  SUMMARY_FIELDS,
} from './schemas.ts';
import { deleteThumbnailSchemas, readThumbnailRequest } from './thumbnail-fields.ts';

/** The idempotency key is required on each request that takes credits. A repeated request with the same key takes no credits again. */
export const idempotencyKey = uuid('Idempotency-Key');

const generateRequest = z.omit(generateThumbnailRequest, { userId: true, generationId: true });

const editRequest = z.extend(
  z.omit(createEditRequest, { userId: true, editId: true, thumbnailId: true }),
  /** The image that the edit starts from. @default the thumbnail's original image */
  { baseId: z.optional(uuid('baseId')) },
);

const listResponse = z.extend(listThumbnailsSchemas.response, {
  thumbnails: z.array(z.object(selectSchemas(SUMMARY_FIELDS, 'publicApi'))),
});

const readResponse = z.lazy(() => z.object(selectSchemas(listReadFields(), 'publicApi')));

export const PUBLIC_SCHEMAS = {
  generateThumbnail: { ...generateThumbnailSchemas, body: generateRequest },
  listThumbnails: { ...listThumbnailsSchemas, response: listResponse },
  readThumbnail: { ...readThumbnailSchemas, response: readResponse },
  createEdit: { ...createEditSchemas, params: readThumbnailRequest, body: editRequest },
  deleteThumbnail: deleteThumbnailSchemas,
  readCredits: readCreditsSchemas,
} as const satisfies Record<PublicEndpointName, EndpointSchemas>;
