import { updateThumbnail } from './gallery/update-thumbnail.ts';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';

/** PATCH /api/thumbnails/{id}: changes the name of one of the caller's thumbnails, and whether it is a favorite. */
export const handler = apiHandler('updateThumbnail', async ({ userId, params, body }) => {
  // Like a save of the design: the update consumes write units for the whole row.
  await Promise.all([enforceRateLimit('designSaves', userId), enforceRateLimit('dailyDesignSaves', userId)]);
  return updateThumbnail({ userId, generationId: params.id }, body);
});
