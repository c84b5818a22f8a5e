import { cancelGenerationSchemas } from '#contract/endpoints/schemas.ts';
import { failGeneration } from '../thumbnails/generation/fail-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { CodedError } from '../platform/errors.ts';
import { countGeneration, countRefund } from '../platform/metrics.ts';
import { findGeneration } from '../thumbnails/table/queries.ts';
import type { Generation } from '../thumbnails/table/rows.ts';

/**
 * Ends a waiting generation and refunds its credits. Idempotent.
 * @throws `in_progress` while a model generates the image; `not_found` for an unknown id, for another user's generation, and for a
 * generation that ended in another way.
 */
async function cancelGeneration(userId: string, generationId: string): Promise<void> {
  const found = await findGeneration({ userId, generationId });
  if (found?.status !== 'waiting') {
    requireCanceled(found);
    return;
  }
  const { refunded, thumbnail } = await failGeneration(found, { code: 'generation_canceled' });
  if (!refunded) {
    requireCanceled(thumbnail);
    return;
  }
  countRefund(found.cost, 'canceled');
  countGeneration('generation_canceled', found.model);
}

function requireCanceled(thumbnail: Generation | undefined): void {
  if (thumbnail?.status === 'pending' || thumbnail?.status === 'waiting') {
    throw new CodedError('in_progress');
  }
  if (thumbnail?.status !== 'failed' || thumbnail.failure !== 'generation_canceled')
    throw new CodedError('not_found');
}

/** POST /api/thumbnails/{id}/cancel: ends a waiting generation and refunds its credits. */
export const handler = apiHandler('cancelGeneration', cancelGenerationSchemas, async ({ userId, params }) => {
  await cancelGeneration(userId, params.id);
  return { canceled: true };
});
