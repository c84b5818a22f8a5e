import { deleteCutoutSchemas } from '#contract/endpoints/finishing-schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { deleteThumbnail } from '../thumbnails/deletion/delete-thumbnail.ts';

/** DELETE /api/cutouts/{id}: deletes one of the caller's cut-outs. Designs keep the layers that show the cut-out. */
export const handler = apiHandler('deleteCutout', deleteCutoutSchemas, async ({ userId, params }) => {
  await deleteThumbnail({ userId, generationId: params.id }, 'cutout');
  return { deleted: true };
});
