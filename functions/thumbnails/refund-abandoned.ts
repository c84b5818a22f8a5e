import * as z from 'zod/mini';
import { logger } from '../shared/logger.ts';
import { countGeneration, countRefund, recordOldestPending } from '../shared/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { buildImageKey, deleteImage } from './image-bucket.ts';
import { parseThumbnail, PENDING_SHARDS, queryPending } from './thumbnails-table.ts';

/** An invocation runs for 29 s at most; a generation that is still pending after this time, in ms, is abandoned. */
const ABANDONED_AFTER_MS = 120_000;

/** The sort key of the index, which an otherwise invalid item has, too. */
const indexKey = z.object({ startedAt: z.string() });

interface Sweep {
  refunded: number;
  /** Start of the oldest generation found, in ms since the epoch. */
  oldest: number;
  failures: unknown[];
}

/**
 * Fails every abandoned generation, refunds its credits and deletes its image. A shard or an item that fails does not
 * stop the others; the next run retries it.
 * @throws AggregateError after the run if any failed, so that the invocation counts as failed.
 */
export async function refundAbandoned(now: number): Promise<{ refunded: number }> {
  const startedBefore = new Date(now - ABANDONED_AFTER_MS).toISOString();
  const sweep: Sweep = { refunded: 0, oldest: now, failures: [] };
  let shardsRead = 0;
  for (const shard of PENDING_SHARDS) {
    try {
      for await (const item of queryPending(shard, startedBefore)) await processItem(item, sweep);
      shardsRead += 1;
    } catch (error) {
      sweep.failures.push(error);
    }
  }
  const { refunded, oldest, failures } = sweep;
  logger.info('abandoned generations refunded', { refunded, failed: failures.length });
  // An incomplete run writes no metric. Missing data triggers the alarm.
  if (shardsRead === PENDING_SHARDS.length) recordOldestPending((now - oldest) / 1_000);
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some abandoned generations were not refunded.');
  return { refunded };
}

async function processItem(item: unknown, sweep: Sweep): Promise<void> {
  try {
    const { data } = indexKey.safeParse(item);
    if (data !== undefined) sweep.oldest = Math.min(sweep.oldest, Date.parse(data.startedAt));
    if (await refundItem(item)) sweep.refunded += 1;
  } catch (error) {
    sweep.failures.push(error);
  }
}

/** @returns whether this call refunded the credits. */
async function refundItem(item: unknown): Promise<boolean> {
  const pending = parseThumbnail(item);
  // The index is eventually consistent, so it may still contain a generation that has ended.
  if (pending.status !== 'pending') return false;
  const { refunded, thumbnail } = await failGeneration(pending, 'internal');
  if (thumbnail?.status === 'failed') await deleteImage(buildImageKey(pending.userId, pending.generationId));
  if (!refunded) return false;
  countRefund(pending.cost, 'abandoned');
  countGeneration('abandoned', pending.model);
  return true;
}
