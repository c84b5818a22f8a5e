import { logger } from '../telemetry/logger.ts';
import { countGeneration, countRefund } from '../telemetry/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { discardImage, imageKey } from './image-bucket.ts';
import { parseThumbnail } from './record.ts';
import { PENDING_SHARDS, pendingRows } from './thumbnails-table.ts';

/** An invocation lives 29 s; what is still pending after this many ms has nobody working on it. */
const ABANDONED_AFTER_MS = 120_000;

/**
 * Ends every generation that its invocation left behind, gives its credits back and removes what it stored. Neither a
 * shard nor a row that cannot be dealt with now keeps the others waiting; the next run meets it again.
 * @throws AggregateError after the run when there were such, so that the invocation counts as failed.
 */
export async function refundAbandoned(now: number): Promise<{ refunded: number }> {
  const startedBefore = new Date(now - ABANDONED_AFTER_MS).toISOString();
  const failures: unknown[] = [];
  let refunded = 0;
  for (const shard of PENDING_SHARDS) {
    try {
      for await (const row of pendingRows(shard, startedBefore)) {
        try {
          if (await endAbandoned(row)) refunded += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('abandoned generations refunded', { refunded, failed: failures.length });
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some abandoned generations were not refunded.');
  return { refunded };
}

/** @returns whether this call gave the credits back. */
async function endAbandoned(row: unknown): Promise<boolean> {
  const pending = parseThumbnail(row);
  // The index lags behind the table by a moment.
  if (pending.status !== 'pending') return false;
  const { refunded, thumbnail } = await failGeneration(pending, 'internal');
  if (thumbnail?.status === 'failed') await discardImage(imageKey(pending.userId, pending.generationId));
  if (!refunded) return false;
  countRefund(pending.cost, 'abandoned');
  countGeneration('abandoned', pending.model);
  return true;
}
