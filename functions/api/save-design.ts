import { saveDesignSchemas } from '#contract/endpoints/finishing-schemas.ts';
import { enforceSaveLimits } from '../platform/rate-limits/save-limits.ts';
import { readPreview } from '../thumbnails/designs/design-preview.ts';
import { saveDesign } from '../thumbnails/designs/save-design.ts';
import { apiHandler } from './http/api-handler.ts';

/** PUT /api/thumbnails/{id}/design: saves the layers that the caller placed on a thumbnail, and a small JPEG of the rendering. */
export const handler = apiHandler('saveDesign', saveDesignSchemas, async ({ userId, params, body }) => {
  // The counters are not in the transaction of the save, because a refused transaction consumes write units for each KB of its rows.
  await enforceSaveLimits(userId);
  const { design, version: revision, preview } = body;
  const picture = preview === undefined ? undefined : readPreview(preview);
  return { version: await saveDesign({ userId, generationId: params.id, design, revision, picture }) };
});
