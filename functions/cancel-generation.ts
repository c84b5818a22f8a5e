import { cancelGeneration } from './generation/cancel-generation.ts';
import { apiHandler } from './http/api-handler.ts';

/** POST /api/thumbnails/{id}/cancel: ends a waiting generation and returns its credits. */
export const handler = apiHandler('cancelGeneration', async ({ userId, params }) => {
  await cancelGeneration(userId, params.id);
  return { canceled: true };
});
