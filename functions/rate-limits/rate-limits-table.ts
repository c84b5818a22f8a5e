import * as z from 'zod/mini';
import { updateIf, updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';

const RATE_LIMITS_TABLE = requireEnv('RATE_LIMITS_TABLE');

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

/** The write that increments a counter; fails once the counter has reached `limit`. */
export function incrementWrite({ subject, start, end }: Counter, limit: number): IncrementWrite {
  return {
    Update: {
      TableName: RATE_LIMITS_TABLE,
      Key: { subject, window: new Date(start).toISOString() },
      UpdateExpression: 'SET expiresAt = :expiresAt ADD requests :one',
      ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
      ExpressionAttributeValues: {
        ':one': 1,
        ':limit': limit,
        ':expiresAt': toExpiry(end),
      },
    },
  };
}

/** Increments a counter without a limit. @returns its new value. */
export async function countUp({ subject, start, end }: Counter): Promise<number> {
  const attributes = await updateItem({
    TableName: RATE_LIMITS_TABLE,
    Key: { subject, window: new Date(start).toISOString() },
    UpdateExpression: 'SET expiresAt = :expiresAt ADD requests :one',
    ExpressionAttributeValues: { ':one': 1, ':expiresAt': toExpiry(end) },
    ReturnValues: 'UPDATED_NEW',
  });
  return counterRow.parse(attributes).requests;
}

/** The condition that a subject is not paused; fails, with the existing item, during a pause. */
export function notPausedCheck(subject: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: RATE_LIMITS_TABLE,
      Key: { subject, window: PAUSE },
      ConditionExpression: 'attribute_not_exists(pausedUntil) OR pausedUntil <= :now',
      ExpressionAttributeValues: { ':now': Date.now() },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** @param until in ms since the epoch. A pause that ends earlier does not replace one that ends later. */
export async function pauseUntil(subject: string, until: number): Promise<void> {
  await updateIf({
    TableName: RATE_LIMITS_TABLE,
    Key: { subject, window: PAUSE },
    UpdateExpression: 'SET pausedUntil = :until, expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(pausedUntil) OR pausedUntil < :until',
    ExpressionAttributeValues: { ':until': until, ':expiresAt': toExpiry(until) },
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
