import type { Context, ScheduledEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { finishDeletion } from '../thumbnails/deletion/delete-thumbnail.ts';
import { failGeneration } from '../thumbnails/generation/fail-generation.ts';
import { discardImages } from '../images/image-bucket.ts';
import { logger } from '../platform/logger.ts';
import {
  countGeneration,
  countRefund,
  recordOldestPending,
  recordOldestWaiting,
} from '../platform/metrics.ts';
import { countFreeFailure } from '../platform/rate-limits/filter-pause.ts';
import { queryPending } from '../thumbnails/table/queries.ts';
import { type DeletedGeneration, parseGeneration, PENDING_SHARDS } from '../thumbnails/table/rows.ts';
import { LONGEST_WAIT_MS } from '../thumbnails/waiting-line/longest-wait.ts';

/**
 * The age in ms after which a pending generation is abandoned, because an invocation runs for at most 29 s. The same age applies to a
 * deletion: a call from before the deletion can then no longer store an image of the thumbnail.
 */
const ABANDONED_AFTER_MS = 120_000;

/** The fields that every index item has, even an item that fails the full schema. */
const indexed = z.object({
  startedAt: z.string(),
  waitingSince: z.optional(z.string()),
  status: z.optional(z.string()),
});

/** The remaining invocation time, in ms, below which no further deletion is started. */
const TIME_RESERVE_MS = 10_000;

interface Sweep {
  /** The time of the run, in ms since the epoch. */
  now: number;
  refunded: number;
  /** The start of the oldest work that was found, without generations in the waiting line, in ms since the epoch. */
  oldestPending: number;
  /** The time when the oldest waiting generation joined its line, in ms since the epoch. */
  oldestWaiting: number;
  /** The unfinished deletions that were found. */
  deletions: DeletedGeneration[];
  failures: unknown[];
}

/**
 * Fails every abandoned generation, refunds its credits and deletes its image. Also finishes the deletion of thumbnails. A waiting
 * generation is abandoned if it has waited longer than the limit, because generate-waiting should have ended it. If a shard or an item
 * fails, the others continue, and the next run retries the failed work. Deletions come last: one account can delete thousands of
 * thumbnails, and the refunds of other accounts must not wait for them.
 * @param remainingMs returns the remaining invocation time, in ms.
 * @throws AggregateError after the run if any work failed, so that the invocation counts as failed.
 */
async function refundAbandoned(now: number, remainingMs: () => number): Promise<{ refunded: number }> {
  const startedBefore = new Date(now - ABANDONED_AFTER_MS).toISOString();
  const sweep: Sweep = {
    now,
    refunded: 0,
    oldestPending: now,
    oldestWaiting: now,
    deletions: [],
    failures: [],
  };
  let shardsRead = 0;
  for (const shard of PENDING_SHARDS) {
    try {
      for await (const item of queryPending(shard, startedBefore)) await processItem(item, sweep);
      shardsRead += 1;
    } catch (error) {
      sweep.failures.push(error);
    }
  }
  const { refunded, oldestPending, oldestWaiting, failures } = sweep;
  logger.info('abandoned generations refunded', { refunded, failed: failures.length });
  // An incomplete run writes no metric. Missing data triggers the alarm.
  if (shardsRead === PENDING_SHARDS.length) {
    recordOldestPending((now - oldestPending) / 1_000);
    recordOldestWaiting((now - oldestWaiting) / 1_000);
  }
  for (const deletion of sweep.deletions) {
    // The next run continues the deletions.
    if (remainingMs() < TIME_RESERVE_MS) break;
    await finishDeletion(deletion).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some abandoned generations were not refunded.');
  return { refunded };
}

async function processItem(item: unknown, sweep: Sweep): Promise<void> {
  try {
    const { data } = indexed.safeParse(item);
    if (data?.waitingSince !== undefined) {
      const waitingSince = Date.parse(data.waitingSince);
      sweep.oldestWaiting = Math.min(sweep.oldestWaiting, waitingSince);
      if (sweep.now - waitingSince < LONGEST_WAIT_MS + ABANDONED_AFTER_MS) return;
    } else if (data !== undefined && data.status !== 'deleted') {
      sweep.oldestPending = Math.min(sweep.oldestPending, Date.parse(data.startedAt));
    }
    if (await refundItem(item, sweep.deletions)) sweep.refunded += 1;
  } catch (error) {
    sweep.failures.push(error);
  }
}

/**
 * Refunds a generation, or adds it to the deletions.
 * @returns true if this call refunded the credits.
 */
async function refundItem(item: unknown, deletions: DeletedGeneration[]): Promise<boolean> {
  const unfinished = parseGeneration(item);
  if (unfinished.status === 'deleted') deletions.push(unfinished);
  // The index is eventually consistent, so it may still contain a generation that has ended.
  if (unfinished.status !== 'pending' && unfinished.status !== 'waiting') return false;
  const { userId, generationId, waitingSince, cost, model } = unfinished;
  const code = waitingSince === undefined ? 'internal' : 'model_unavailable';
  // The attempt of a pending generation may have paid a model before the attempt died. A waiting generation has not paid a model.
  if (unfinished.status === 'pending') await countFreeFailure(userId);
  const { refunded, thumbnail } = await failGeneration(unfinished, { code });
  if (thumbnail?.status === 'failed') await discardImages(userId, generationId);
  if (!refunded) return false;
  countRefund(cost, 'abandoned');
  countGeneration('abandoned', model);
  return true;
}

/**
 * Refunds generations whose invocation crashed, and generations that have waited too long. EventBridge invokes the function every five
 * minutes.
 */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ refunded: number }> {
  logger.addContext(context);
  return refundAbandoned(Date.now(), () => context.getRemainingTimeInMillis());
}
