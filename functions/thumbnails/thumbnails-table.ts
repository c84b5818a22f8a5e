import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  paginateQuery,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import type { TransactItem } from '../aws/transact.ts';
import { parseThumbnail, type FailureCode, type Pending, type Succeeded, type Thumbnail } from './record.ts';

const THUMBNAILS_TABLE = environment('THUMBNAILS_TABLE');

/** Finished thumbnails of one user by creation time: only they carry `listedAt`. */
const LISTED_INDEX = 'listed';
/** Generations under way by start time, spread over shards so that no one key takes every write. */
const PENDING_INDEX = 'pending';
export const PENDING_SHARDS = ['0', '1', '2', '3'];

type Key = Pick<Thumbnail, 'userId' | 'generationId'>;

/** The write that opens a generation; refused, with the row it met, when the id has been used before. */
export function insertPending(thumbnail: Pending): TransactItem {
  return {
    Put: {
      TableName: THUMBNAILS_TABLE,
      Item: { ...thumbnail, pendingShard: shardOf(thumbnail.generationId), startedAt: thumbnail.createdAt },
      ConditionExpression: 'attribute_not_exists(generationId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** The write that ends a generation in failure; refused, with the row it met, unless it is still pending. */
export function markFailed({ userId, generationId }: Key, failure: FailureCode): TransactItem {
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      UpdateExpression:
        'SET #status = :failed, failure = :failure, endedAt = :now REMOVE pendingShard, startedAt',
      ConditionExpression: '#status = :pending',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':failed': 'failed',
        ':failure': failure,
        ':now': new Date().toISOString(),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** The write that ends a generation in success; refused, with the row it met, unless it is still pending. */
export function markSucceeded(thumbnail: Succeeded): TransactItem {
  return { Update: succeededUpdate(thumbnail, 'REMOVE pendingShard, startedAt') };
}

/**
 * Ends a generation in success, unless it has ended already, and leaves it in the index of pending ones.
 * @returns the row as it stands afterwards.
 */
export async function markSucceededAlone(thumbnail: Succeeded): Promise<Thumbnail> {
  try {
    await dynamodb.send(new UpdateCommand(succeededUpdate(thumbnail)));
    return thumbnail;
  } catch (error) {
    // After a lost answer the SDK asks again and meets its own first write: then the row says succeeded.
    if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
      return parseThumbnail(unmarshall(error.Item));
    }
    throw error;
  }
}

function succeededUpdate({ userId, generationId, ...thumbnail }: Succeeded, removal = '') {
  const { model, imageKey, width, height, endedAt, createdAt } = thumbnail;
  return {
    TableName: THUMBNAILS_TABLE,
    Key: { userId, generationId },
    UpdateExpression:
      'SET #status = :succeeded, #model = :model, imageKey = :imageKey, width = :width, height = :height, ' +
      `endedAt = :endedAt, listedAt = :listedAt ${removal}`.trimEnd(),
    ConditionExpression: '#status = :pending',
    ExpressionAttributeNames: { '#status': 'status', '#model': 'model' },
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':succeeded': 'succeeded',
      ':model': model,
      ':imageKey': imageKey,
      ':width': width,
      ':height': height,
      ':endedAt': endedAt,
      ':listedAt': createdAt,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } satisfies UpdateCommandInput;
}

/** The write that takes a settled generation out of the index of pending ones. Done twice, it changes nothing. */
export function leavePendingIndex({ userId, generationId }: Key): TransactItem {
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      UpdateExpression: 'REMOVE pendingShard, startedAt',
      ConditionExpression: '#status = :succeeded',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':succeeded': 'succeeded' },
    },
  };
}

export async function findThumbnail({ userId, generationId }: Key): Promise<Thumbnail | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId }, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : parseThumbnail(Item);
}

/** Where a page of the list ended. The user is not part of it: a cursor opens nobody else's list. */
export interface ListPosition {
  generationId: string;
  listedAt: string;
}

/** One page of a user's finished thumbnails, newest first. */
export async function queryListed(
  userId: string,
  limit: number,
  after: ListPosition | undefined,
): Promise<{ thumbnails: Thumbnail[]; next: ListPosition | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: THUMBNAILS_TABLE,
      IndexName: LISTED_INDEX,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      ScanIndexForward: false,
      Limit: limit,
      ...(after === undefined ? {} : { ExclusiveStartKey: { userId, ...after } }),
    }),
  );
  const next = LastEvaluatedKey as ListPosition | undefined;
  return {
    thumbnails: Items.map(parseThumbnail),
    next: next && { generationId: next.generationId, listedAt: next.listedAt },
  };
}

/**
 * The rows of one shard that started before `startedBefore` (ISO 8601) and have not ended, oldest first. Not parsed: one
 * row that cannot be read must not hide the others.
 */
export async function* pendingRows(shard: string, startedBefore: string): AsyncGenerator {
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

/** All that is recorded of a user's generations, in whatever state, as it stands now. Not parsed. */
export async function* recordsOf(userId: string): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: THUMBNAILS_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

/** Removes what is recorded of a generation. Done twice, it changes nothing. */
export async function deleteRecord(userId: string, generationId: string): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId } }));
}

/** A generation's shard follows from its id: its last hexadecimal digit is random. */
function shardOf(generationId: string): string {
  return String(Number.parseInt(generationId.slice(-1), 16) % PENDING_SHARDS.length);
}
