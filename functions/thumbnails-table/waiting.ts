import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../shared/aws-clients.ts';
import { updateItem } from '../shared/dynamodb-writes.ts';
import {
  parseThumbnail,
  type PendingThumbnail,
  type ThumbnailKey,
  type ThumbnailRecord,
  type WaitingThumbnail,
} from './rows.ts';
import { attemptCondition, THUMBNAILS_TABLE } from './life-cycle.ts';

/** Sparse index of waiting generations: line and `waitingSince`. A generation leaves it during an attempt. */
const WAITING_INDEX = 'waiting';

/** The most generations that one query counts: 50 read units at most. */
const MAX_COUNT = 1_000;

/**
 * The time after which an attempt has certainly ended, in ms: an invocation runs for 29 s at most. Another invocation may
 * then continue the generation.
 */
export const ATTEMPT_LEASE_MS = 60_000;

/**
 * Puts a generation into its line, or back into it after an attempt. It keeps its first `waitingSince`.
 * @returns the stored thumbnail, which another invocation may have ended or continued; undefined if there is none.
 */
export async function markWaiting(
  pending: PendingThumbnail,
  { waitingLine, waitingSince }: Pick<WaitingThumbnail, 'waitingLine' | 'waitingSince'>,
): Promise<ThumbnailRecord | undefined> {
  const { userId, generationId, attemptId } = pending;
  const { values, ...condition } = attemptCondition(attemptId);
  return updateOrFind({
    Key: { userId, generationId },
    UpdateExpression: 'SET #status = :waiting, waitingLine = :line, waitingSince = :since',
    ...condition,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...values,
      ':waiting': 'waiting',
      ':line': waitingLine,
      ':since': waitingSince,
    },
  });
}

/**
 * Starts the next attempt of a generation that waits, or whose last attempt has certainly ended without a result.
 * @param attemptId a new id. @param now in ms since the epoch.
 * @returns the stored thumbnail. The attempt has started if it is pending with this `attemptId`.
 */
export async function startAttempt(
  key: ThumbnailKey,
  attemptId: string,
  now: number,
): Promise<ThumbnailRecord | undefined> {
  return updateOrFind({
    Key: key,
    UpdateExpression:
      'SET #status = :pending, startedAt = :startedAt, attemptId = :attemptId ADD attempts :one REMOVE waitingLine',
    ConditionExpression: '#status = :waiting OR (#status = :pending AND startedAt < :expired)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':waiting': 'waiting',
      ':attemptId': attemptId,
      ':startedAt': new Date(now).toISOString(),
      ':expired': new Date(now - ATTEMPT_LEASE_MS).toISOString(),
      ':one': 1,
    },
  });
}

/** Counts the generations that joined a line before a time, at most 1,000. */
export async function countWaiting(waitingLine: string, before: string): Promise<number> {
  const { Count = 0 } = await dynamodb.send(
    new QueryCommand({
      TableName: THUMBNAILS_TABLE,
      IndexName: WAITING_INDEX,
      KeyConditionExpression: 'waitingLine = :line AND waitingSince < :before',
      ExpressionAttributeValues: { ':line': waitingLine, ':before': before },
      Select: 'COUNT',
      Limit: MAX_COUNT,
    }),
  );
  return Count;
}

type ConditionalUpdate = Omit<Parameters<typeof updateItem>[0], 'TableName'>;

/** @returns the item after the update, or the existing one if its condition failed. */
async function updateOrFind(update: ConditionalUpdate): Promise<ThumbnailRecord | undefined> {
  try {
    return parseThumbnail(
      await updateItem({ TableName: THUMBNAILS_TABLE, ReturnValues: 'ALL_NEW', ...update }),
    );
  } catch (error) {
    // After a lost response the SDK repeats the update, which then finds its own result.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item === undefined ? undefined : parseThumbnail(unmarshall(error.Item));
  }
}
