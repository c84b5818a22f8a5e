import { updateThumbnailSchemas } from '#contract/endpoints/thumbnail-requests.ts';
import { enforceSaveLimits } from '../platform/rate-limits/save-limits.ts';
import { updateThumbnail } from '../thumbnails/table/update-thumbnail.ts';
import { apiHandler } from './http/api-handler.ts';

/** PATCH /api/thumbnails/{id}: changes the name and the favorite mark of one of the caller's thumbnails. */
export const handler = apiHandler(
  'updateThumbnail',
  updateThumbnailSchemas,
  async ({ userId, params, body }) => {
    // The update counts like a save of the design, because it consumes write units for the whole row.
    await enforceSaveLimits(userId);
    return updateThumbnail({ userId, generationId: params.id }, body);
  },
);
