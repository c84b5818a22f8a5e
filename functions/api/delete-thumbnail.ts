import { deleteThumbnailSchemas } from '#contract/endpoints/thumbnail-requests.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { deleteThumbnail } from '../thumbnails/deletion/delete-thumbnail.ts';

/** DELETE /api/thumbnails/{id}: deletes one of the caller's thumbnails. */
export const handler = publicHandler(
  'deleteThumbnail',
  deleteThumbnailSchemas,
  apiHandler('deleteThumbnail', deleteThumbnailSchemas, async ({ userId, params }) => {
    await deleteThumbnail({ userId, generationId: params.id });
    return { deleted: true };
  }),
);
