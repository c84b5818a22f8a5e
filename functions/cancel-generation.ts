import { requireOpen } from './accounts/require-open.ts';
import { apiHandler } from './http/api-handler.ts';
import { cancelGeneration } from './generation/cancel-generation.ts';

/** POST /api/thumbnails/{id}/cancel: ends a waiting generation and returns its credits. */
export const handler = apiHandler('cancelGeneration', async ({ params, ...caller }) => {
  await requireOpen(caller);
  await cancelGeneration(caller.userId, params.id);
  return { canceled: true };
});
