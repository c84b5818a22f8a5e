import * as z from 'zod/mini';
import { updateIf, updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import {
  absent,
  anyOf,
  atMost,
  below,
  buildCondition,
  buildUpdate,
  type Condition,
} from '../shared/expressions.ts';
import { atKey, openTable } from '../shared/tables.ts';

const RATE_LIMITS = openTable('rateLimits');

/** How long a counter stays after its window, in ms: longer than clocks differ. DynamoDB deletes it later (TTL). */
const RETENTION_MS = 3_600_000;

/** The sort key of a pause, in place of the start of a window. */
const PAUSE = 'pause';

const counterRow = z.object({ requests: z.int() });
const pauseRow = z.object({ pausedUntil: z.int() });

export interface Counter {
  /** The limit's name and whom it limits, e.g. `generations#user-1`. */
  subject: string;
  /** Start and end of the window, in ms since the epoch. */
  start: number;
  end: number;
}

export interface IncrementWrite {
  Update: NonNullable<TransactItem['Update']>;
}

/** The write that increments a counter; fails if the counter would exceed `limit`. The first one of a window never fails. */
export function incrementWrite(counter: Counter, limit: number, requests: number): IncrementWrite {
  const isAllowed = anyOf(absent('requests'), below('requests', limit - requests + 1));
  return { Update: increase(counter, requests, isAllowed) };
}

/** Increments a counter without a limit. @returns its new value. */
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

/** The condition that a subject is not paused; fails, with the existing item, during a pause. */
export function notPausedCheck(subject: string): TransactItem {
  return {
    ConditionCheck: {
      ...atKey(RATE_LIMITS, { subject, window: PAUSE }),
      ...buildCondition(anyOf(absent('pausedUntil'), atMost('pausedUntil', Date.now()))),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** @param until in ms since the epoch. A pause that ends earlier does not replace one that ends later. */
export async function pauseUntil(subject: string, until: number): Promise<void> {
  await updateIf({
    ...atKey(RATE_LIMITS, { subject, window: PAUSE }),
    ...buildUpdate({
      set: { pausedUntil: until, expiresAt: toExpiry(until) },
      if: anyOf(absent('pausedUntil'), below('pausedUntil', until)),
    }),
  });
}

/** The end of the pause in the item of a failed `notPausedCheck`, in ms since the epoch. */
export function readPause(item: unknown): number {
  return pauseRow.parse(item).pausedUntil;
}

/** @returns false if the counter has reached its limit. */
export function increment({ Update }: IncrementWrite): Promise<boolean> {
  return updateIf(Update);
}

/** DynamoDB's TTL is in whole seconds. */
function toExpiry(end: number): number {
  return Math.ceil((end + RETENTION_MS) / 1_000);
}
