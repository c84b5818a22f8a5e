import { updateCutoutSchemas } from '#contract/endpoints/finishing-schemas.ts';
import { enforceSaveLimits } from '../platform/rate-limits/save-limits.ts';
import { updateCutout } from '../thumbnails/table/cutout-names.ts';
import { apiHandler } from './http/api-handler.ts';

/** PATCH /api/cutouts/{id}: changes the name and the person of one of the caller's cut-outs. */
export const handler = apiHandler('updateCutout', updateCutoutSchemas, async ({ userId, params, body }) => {
  // The update counts like the update of a thumbnail, which consumes the same write units.
  await enforceSaveLimits(userId);
  return updateCutout({ userId, generationId: params.id }, body);
});
