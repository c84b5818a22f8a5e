import { apiHandler } from './http/api-handler.ts';
import { deleteThumbnail } from './gallery/delete-thumbnail.ts';

/** DELETE /api/thumbnails/{id}: deletes one of the caller's thumbnails. */
export const handler = apiHandler('deleteThumbnail', async ({ userId, params }) => {
  await deleteThumbnail({ userId, generationId: params.id });
  return { deleted: true };
});
