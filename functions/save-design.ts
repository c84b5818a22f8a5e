import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { readPreview } from './designs/design-preview.ts';
import { saveDesign } from './designs/save-design.ts';

/** PUT /api/thumbnails/{id}/design: saves the layers that the caller placed on a thumbnail, and a picture of them. */
export const handler = apiHandler('saveDesign', async ({ userId, params, body }) => {
  // Not in the transaction of the save: a refused transaction consumes write units for the whole row, up to 25 of them.
  await Promise.all([enforceRateLimit('designSaves', userId), enforceRateLimit('dailyDesignSaves', userId)]);
  const { design, version: revision, preview } = body;
  const picture = preview === undefined ? undefined : readPreview(preview);
  return { version: await saveDesign({ userId, generationId: params.id, design, revision, picture }) };
});
