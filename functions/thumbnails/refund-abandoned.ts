import { logger } from '../telemetry/logger.ts';
import { countGeneration, countRefund } from '../telemetry/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { discardImage, imageKey } from './image-bucket.ts';
import { pendingSince } from './thumbnails-table.ts';

/** An invocation lives 29 s; what is still pending after this many ms has nobody working on it. */
const ABANDONED_AFTER_MS = 120_000;

/**
 * Ends every generation that its invocation left behind, gives its credits back and removes what it stored.
 * One that cannot be refunded now does not keep the others waiting; the next run meets it again.
 * @throws AggregateError after the run when some could not be refunded, so that the invocation counts as failed.
 */
export async function refundAbandoned(now: number): Promise<{ refunded: number }> {
  const failures: unknown[] = [];
  let refunded = 0;
  for await (const pending of pendingSince(new Date(now - ABANDONED_AFTER_MS).toISOString())) {
    try {
      const end = await failGeneration(pending, 'internal');
      if (end.thumbnail?.status === 'failed') {
        await discardImage(imageKey(pending.userId, pending.generationId));
      }
      if (!end.refunded) continue;
      refunded += 1;
      countRefund(pending.cost, 'abandoned');
      countGeneration('abandoned', pending.model);
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('abandoned generations refunded', { refunded, failed: failures.length });
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some abandoned generations were not refunded.');
  return { refunded };
}
