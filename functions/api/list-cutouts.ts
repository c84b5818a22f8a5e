import { listCutoutsSchemas } from '#contract/endpoints/finishing-schemas.ts';
import type { ListCutoutsResponse } from '#contract/endpoints/finishing-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { apiHandler } from './http/api-handler.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { readCutoutNames } from '../thumbnails/table/cutout-names.ts';
import { queryCutouts } from '../thumbnails/table/list-queries.ts';
import { MARKED_PICTURE, PICTURE } from '../thumbnails/table/rows.ts';

/** Lists the newest cut-outs of a user, newest first, each with a new URL. */
async function listCutouts(userId: string): Promise<ListCutoutsResponse> {
  const cutouts = await queryCutouts(userId, LIMITS.listedCutouts);
  return {
    cutouts: await Promise.all(
      cutouts.map(async ({ generationId: id, model, imageKey, width, height, createdAt, ...names }) => ({
        id,
        ...readCutoutNames(names),
        isPicture: model === PICTURE || model === MARKED_PICTURE,
        ...(model === MARKED_PICTURE && { isMarked: true }),
        ...(await signImageUrls({ imageKey })),
        width,
        height,
        createdAt,
      })),
    ),
  };
}

/** GET /api/cutouts: lists the caller's cut-outs, newest first. */
export const handler = apiHandler('listCutouts', listCutoutsSchemas, ({ userId }) => listCutouts(userId));
