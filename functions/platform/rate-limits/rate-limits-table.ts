import * as z from 'zod/mini';
import { findItem } from '../dynamodb-reads.ts';
import { tryUpdate, updateIf, updateItem, type TransactItem } from '../dynamodb-writes.ts';
import { absent, anyOf, atMost, below, buildCondition, buildUpdate, type Condition } from '../expressions.ts';
import { atKey, openTable } from '../tables.ts';

const RATE_LIMITS = openTable('rateLimits');

/**
 * The time that a counter stays after its window, in ms. It is longer than the difference between clocks. DynamoDB deletes the counter
 * later (TTL).
 */
const RETENTION_MS = 3_600_000;

/** The sort key of a pause. A counter has the start of its window in this place. */
const PAUSE = 'pause';

const counterRow = z.object({ requests: z.int() });
const pauseRow = z.object({ pausedUntil: z.int() });

export interface Counter {
  /** The name of the limit and the id that it limits, e.g. `generations#user-1`. */
  subject: string;
  /** The start and the end of the window, in ms since the epoch. */
  start: number;
  end: number;
}

export interface IncrementWrite {
  Update: NonNullable<TransactItem['Update']>;
}

/**
 * Creates the write that increments a counter. The write fails if the counter would exceed `limit`. The first write of a window never
 * fails.
 */
export function incrementWrite(counter: Counter, limit: number, requests: number): IncrementWrite {
  const isAllowed = anyOf(absent('requests'), below('requests', limit - requests + 1));
  return { Update: increase(counter, requests, isAllowed) };
}

/** Increments a counter without a limit. @returns the new value. */
export async function countUp(counter: Counter): Promise<number> {
  return counterRow.parse(await updateItem({ ...increase(counter, 1), ReturnValues: 'UPDATED_NEW' }))
    .requests;
}

function increase({ subject, start, end }: Counter, requests: number, condition?: Condition) {
  return {
    ...atKey(RATE_LIMITS, { subject, window: new Date(start).toISOString() }),
    ...buildUpdate({ set: { expiresAt: toExpiry(end) }, add: { requests }, if: condition }),
  };
}

/** Creates the check that a subject is not paused. The check fails, and returns the existing item, during a pause. */
export function notPausedCheck(subject: string): TransactItem {
  return {
    ConditionCheck: {
      ...atKey(RATE_LIMITS, { subject, window: PAUSE }),
      ...buildCondition(anyOf(absent('pausedUntil'), atMost('pausedUntil', Date.now()))),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Pauses a subject. A pause does not replace a pause that ends later. @param until in ms since the epoch. */
export async function pauseUntil(subject: string, until: number): Promise<void> {
  await updateIf({
    ...atKey(RATE_LIMITS, { subject, window: PAUSE }),
    ...buildUpdate({
      set: { pausedUntil: until, expiresAt: toExpiry(until) },
      if: anyOf(absent('pausedUntil'), below('pausedUntil', until)),
    }),
  });
}

/** Finds the pause of a subject. @returns its item, also for some time after its end. */
export function findPause(subject: string): Promise<Record<string, unknown> | undefined> {
  return findItem(RATE_LIMITS, { subject, window: PAUSE });
}

/** Reads the end of the pause from its item, in ms since the epoch. */
export function readPause(item: unknown): number {
  return pauseRow.parse(item).pausedUntil;
}

/** @returns false if the counter has reached its limit. */
export function increment({ Update }: IncrementWrite): Promise<boolean> {
  return updateIf(Update);
}

/** Increments a counter with a limit. @returns the new value. Returns undefined if the counter has reached its limit. */
export async function incrementTo({ Update }: IncrementWrite): Promise<number | undefined> {
  const { isWritten, item } = await tryUpdate({ ...Update, ReturnValues: 'UPDATED_NEW' });
  return isWritten ? counterRow.parse(item).requests : undefined;
}

/** Converts a time to the format of DynamoDB's TTL: whole seconds. */
function toExpiry(end: number): number {
  return Math.ceil((end + RETENTION_MS) / 1_000);
}
