import { suggestConcepts } from './concepts/suggest-concepts.ts';
import { listTexts, readDesign } from './designs/read-design.ts';
import { apiHandler } from './http/api-handler.ts';
import { requireTextModel } from './models/request-text.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { requireThumbnail } from './thumbnails-table/require-thumbnail.ts';

/** POST /api/concepts: suggests three concepts for a script or a thumbnail. It costs no credits. */
export const handler = apiHandler('suggestConcepts', async ({ userId, body: { script, thumbnailId } }) => {
  requireTextModel();
  const source = script ?? (await readSource(userId, thumbnailId ?? ''));
  await enforceRateLimit('concepts', userId);
  return { concepts: await suggestConcepts(source) };
});

async function readSource(userId: string, generationId: string): Promise<string> {
  const thumbnail = await requireThumbnail({ userId, generationId });
  return [thumbnail.prompt, ...listTexts(readDesign(thumbnail))].join('\n');
}
