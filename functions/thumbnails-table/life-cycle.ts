import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../shared/aws-clients.ts';
import { updateIf, updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';
import type { Failure } from '../shared/generation-failure.ts';
import { buildListedAt, buildUnfinishedListedAt } from './listed-at.ts';
import {
  FAILED_KEPT_MS,
  parseThumbnail,
  type PendingThumbnail,
  type SucceededThumbnail,
  type ThumbnailKey,
  type ThumbnailRecord,
  type UnfinishedThumbnail,
} from './rows.ts';

export const THUMBNAILS_TABLE = requireEnv('THUMBNAILS_TABLE');

/**
 * Sparse index of the work in progress: unfinished generations and unfinished deletions, by shard and
 * `startedAt`. Shards spread the writes over several partition keys.
 */
const PENDING_INDEX = 'pending';
export const PENDING_SHARDS = ['0', '1', '2', '3'];

/** A settle that meets a refund of the same generation retries this long, in ms, to leave time for what follows. */
const SETTLE_RETRY_BUDGET_MS = 1_000;

/** The write that starts a generation; fails, with the existing item, if its id was already used. */
export function insertPendingWrite(item: PendingThumbnail): TransactItem {
  return {
    Put: {
      TableName: THUMBNAILS_TABLE,
      Item: {
        ...item,
        pendingShard: selectShard(item.generationId),
        listedAt: buildUnfinishedListedAt(item),
      },
      ConditionExpression: 'attribute_not_exists(generationId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** The shard of the index `pending`. The last hexadecimal digit of the id is random. */
export function selectShard(generationId: string): string {
  return String(Number.parseInt(generationId.slice(-1), 16) % PENDING_SHARDS.length);
}

/** What the end of a generation removes. The sparse indexes of unfinished generations lose the item. */
const REMOVE_UNFINISHED = 'REMOVE pendingShard, startedAt, attemptId, waitingLine, waitingSince, attempts';

/** The parts of an update that fails, with the existing item, unless the generation is in this attempt. */
export function attemptCondition(attemptId: string) {
  return {
    ConditionExpression: '#status = :pending AND attemptId = :attemptId',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    values: { ':pending': 'pending', ':attemptId': attemptId },
  } as const;
}

const WAITING_CONDITION = {
  ConditionExpression: '#status = :waiting',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  values: { ':waiting': 'waiting' },
} as const;

/** The write that fails a generation; fails itself, with the existing item, unless the generation is as it was read. */
export function markFailedWrite(item: UnfinishedThumbnail, { code, reason }: Failure): TransactItem {
  const { userId, generationId, status } = item;
  const { values, ...condition } =
    status === 'pending' ? attemptCondition(item.attemptId) : WAITING_CONDITION;
  const now = Date.now();
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      UpdateExpression:
        `SET #status = :failed, failure = :failure, ${reason === undefined ? '' : 'failureReason = :reason, '}` +
        `endedAt = :now, expiresAt = :expiresAt ${REMOVE_UNFINISHED}, listedAt`,
      ...condition,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ...values,
        ':failed': 'failed',
        ':failure': code,
        ...(reason !== undefined && { ':reason': reason }),
        ':now': new Date(now).toISOString(),
        // DynamoDB's TTL is in whole seconds.
        ':expiresAt': Math.ceil((now + FAILED_KEPT_MS) / 1_000),
      },
    },
  };
}

/**
 * Marks a generation as succeeded, unless another invocation has ended or continued it.
 * @param attemptId the attempt that made the image.
 * @returns the stored record: failed, if refund-abandoned ended the generation first.
 * @throws when the outcome is unknown, or the item does not exist.
 */
export async function markSucceeded(item: SucceededThumbnail, attemptId: string): Promise<ThumbnailRecord> {
  const { values, ...condition } = attemptCondition(attemptId);
  const { userId, generationId, model, imageKey, previewKey, width, height, reference, endedAt } = item;
  try {
    await updateItem(
      {
        TableName: THUMBNAILS_TABLE,
        Key: { userId, generationId },
        UpdateExpression:
          'SET #status = :succeeded, #model = :model, imageKey = :imageKey, width = :width, height = :height, ' +
          (previewKey === undefined ? '' : 'previewKey = :previewKey, ') +
          (reference === undefined ? '' : '#reference = :reference, ') +
          `endedAt = :endedAt, listedAt = :listedAt ${REMOVE_UNFINISHED}`,
        ...condition,
        ExpressionAttributeNames: {
          '#status': 'status',
          '#model': 'model',
          ...(reference !== undefined && { '#reference': 'reference' }),
        },
        ExpressionAttributeValues: {
          ...values,
          ':succeeded': 'succeeded',
          ':model': model,
          ':imageKey': imageKey,
          ...(previewKey !== undefined && { ':previewKey': previewKey }),
          ':width': width,
          ':height': height,
          ...(reference !== undefined && { ':reference': reference }),
          ':endedAt': endedAt,
          ':listedAt': buildListedAt(item),
        },
      },
      SETTLE_RETRY_BUDGET_MS,
    );
    return item;
  } catch (error) {
    // After a lost response the SDK repeats the update, which then finds its own result: a succeeded thumbnail.
    if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
      return parseThumbnail(unmarshall(error.Item));
    }
    throw error;
  }
}

/** Sets the preview of a thumbnail. @returns false if the thumbnail was deleted. */
export function setPreviewKey({ userId, generationId }: ThumbnailKey, previewKey: string): Promise<boolean> {
  return updateIf({
    TableName: THUMBNAILS_TABLE,
    Key: { userId, generationId },
    UpdateExpression: 'SET previewKey = :previewKey',
    ConditionExpression: '#status = :succeeded',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':succeeded': 'succeeded', ':previewKey': previewKey },
  });
}

export async function findRecord({
  userId,
  generationId,
}: ThumbnailKey): Promise<ThumbnailRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId }, ConsistentRead: true }),
  );
  return Item && parseThumbnail(Item);
}

/**
 * Reads the work in progress of one shard that started before `startedBefore` (ISO 8601), oldest first. Not parsed, so
 * that one invalid item does not hide the others.
 */
export async function* queryPending(
  shard: string,
  startedBefore: string,
): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: THUMBNAILS_TABLE,
      IndexName: PENDING_INDEX,
      KeyConditionExpression: 'pendingShard = :shard AND startedAt < :before',
      ExpressionAttributeValues: { ':shard': shard, ':before': startedBefore },
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
