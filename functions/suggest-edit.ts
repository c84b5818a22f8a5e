import { listTexts, readDesign } from './designs/read-design.ts';
import { suggestEdit } from './edits/suggest-edit.ts';
import { apiHandler } from './http/api-handler.ts';
import { requireTextModel } from './models/request-text.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { requireThumbnail } from './thumbnails-table/require-thumbnail.ts';

/** POST /api/edit-suggestions: suggests an edit, or changes of the design, for a sentence. It runs and charges nothing. */
export const handler = apiHandler('suggestEdit', async ({ userId, body }) => {
  requireTextModel();
  const thumbnail = await requireThumbnail({ userId, generationId: body.thumbnailId });
  await enforceRateLimit('editSuggestions', userId);
  const texts = listTexts(readDesign(thumbnail));
  return { suggestion: await suggestEdit({ ...thumbnail, texts, instruction: body.instruction }) };
});
