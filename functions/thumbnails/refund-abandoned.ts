import * as z from 'zod/mini';
import { logger } from '../telemetry/logger.ts';
import { countGeneration, countRefund, recordOldestPending } from '../telemetry/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { discardImage, imageKey } from './image-bucket.ts';
import { parseThumbnail } from './record.ts';
import { finishSettling } from './settle.ts';
import { PENDING_SHARDS, pendingRows } from './thumbnails-table.ts';

/** An invocation lives 29 s; what is still pending after this many ms has nobody working on it. */
const ABANDONED_AFTER_MS = 120_000;

/** The index's own key: a row that cannot be read has it too. */
const indexed = z.object({ startedAt: z.string() });

/**
 * Ends every generation that its invocation left behind, gives its credits back and removes what it stored. Neither a
 * shard nor a row that cannot be dealt with now keeps the others waiting; the next run meets it again.
 * @throws AggregateError after the run when there were such, so that the invocation counts as failed.
 */
export async function refundAbandoned(now: number): Promise<{ refunded: number }> {
  const startedBefore = new Date(now - ABANDONED_AFTER_MS).toISOString();
  const sweep: Sweep = { refunded: 0, oldest: now, failures: [] };
  let shardsRead = 0;
  for (const shard of PENDING_SHARDS) {
    try {
      for await (const row of pendingRows(shard, startedBefore)) await endRow(row, sweep);
      shardsRead += 1;
    } catch (error) {
      sweep.failures.push(error);
    }
  }
  const { refunded, oldest, failures } = sweep;
  logger.info('abandoned generations refunded', { refunded, failed: failures.length });
  // A run that could not look everywhere says nothing; the alarm takes silence for trouble.
  if (shardsRead === PENDING_SHARDS.length) recordOldestPending((now - oldest) / 1_000);
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some abandoned generations were not refunded.');
  return { refunded };
}

interface Sweep {
  refunded: number;
  /** When the oldest generation that was found had started, in ms since the epoch. */
  oldest: number;
  failures: unknown[];
}

async function endRow(row: unknown, sweep: Sweep): Promise<void> {
  try {
    const { data } = indexed.safeParse(row);
    if (data !== undefined) sweep.oldest = Math.min(sweep.oldest, Date.parse(data.startedAt));
    if (await endAbandoned(row)) sweep.refunded += 1;
  } catch (error) {
    sweep.failures.push(error);
  }
}

/** @returns whether this call gave the credits back. */
async function endAbandoned(row: unknown): Promise<boolean> {
  const pending = parseThumbnail(row);
  if (pending.status === 'succeeded') await finishSettling(pending);
  // The index lags behind the table by a moment.
  if (pending.status !== 'pending') return false;
  const { refunded, thumbnail } = await failGeneration(pending, 'internal');
  if (thumbnail?.status === 'failed') await discardImage(imageKey(pending.userId, pending.generationId));
  if (!refunded) return false;
  countRefund(pending.cost, 'abandoned');
  countGeneration('abandoned', pending.model);
  return true;
}
