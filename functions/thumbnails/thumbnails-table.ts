import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';
import { FAILURE_CODES, type FailureCode } from './generation-failure.ts';

const THUMBNAILS_TABLE = requireEnv('THUMBNAILS_TABLE');

/** Sparse index of succeeded thumbnails: user and `listedAt`, which is the creation time. */
const LISTED_INDEX = 'listed';
/** Sparse index of pending generations: shard and `startedAt`. Shards spread the writes over several partition keys. */
const PENDING_INDEX = 'pending';
export const PENDING_SHARDS = ['0', '1', '2', '3'];

/** A settle that meets a refund of the same generation retries this long, in ms, to leave time for what follows. */
const SETTLE_RETRY_BUDGET_MS = 1_000;

/** Times are ISO 8601, UTC. */
const common = {
  userId: z.string(),
  generationId: z.string(),
  prompt: z.string(),
  negativePrompt: z.optional(z.string()),
  /** Id of the model that made the image; until there is one, of the model that was requested. */
  model: z.string(),
  seed: z.int(),
  /** In credits. */
  cost: z.int(),
  createdAt: z.string(),
};

const pending = z.object({
  ...common,
  status: z.literal('pending'),
  /** The sort key of the index `pending`; set by `insertPendingWrite`. */
  startedAt: z.optional(z.string()),
});
const succeeded = z.object({
  ...common,
  status: z.literal('succeeded'),
  imageKey: z.string(),
  /** The actual size of the image, in pixels. */
  width: z.int(),
  height: z.int(),
  endedAt: z.string(),
});
const failed = z.object({
  ...common,
  status: z.literal('failed'),
  failure: z.enum(FAILURE_CODES),
  endedAt: z.string(),
});

/** One generation: one row from reserve to its end. */
const thumbnail = z.discriminatedUnion('status', [pending, succeeded, failed]);

/** The attributes that an audit needs. They do not include the prompt. */
const OUTCOME = { generationId: true, status: true, cost: true, createdAt: true } as const;
const outcome = z.discriminatedUnion('status', [
  z.pick(pending, { ...OUTCOME, startedAt: true }),
  z.pick(succeeded, OUTCOME),
  z.pick(failed, { ...OUTCOME, failure: true }),
]);

export type Thumbnail = z.infer<typeof thumbnail>;
export type PendingThumbnail = Extract<Thumbnail, { status: 'pending' }>;
export type SucceededThumbnail = Extract<Thumbnail, { status: 'succeeded' }>;
export type ThumbnailOutcome = z.infer<typeof outcome>;
type Key = Pick<Thumbnail, 'userId' | 'generationId'>;

/** @throws a zod error when the item does not match the schema. */
export function parseThumbnail(item: unknown): Thumbnail {
  return thumbnail.parse(item);
}

/** The write that starts a generation; fails, with the existing item, if its id was already used. */
export function insertPendingWrite(item: PendingThumbnail): TransactItem {
  const { generationId, createdAt } = item;
  // The last hexadecimal digit of the id is random.
  const shard = Number.parseInt(generationId.slice(-1), 16) % PENDING_SHARDS.length;
  return {
    Put: {
      TableName: THUMBNAILS_TABLE,
      Item: { ...item, pendingShard: String(shard), startedAt: createdAt },
      ConditionExpression: 'attribute_not_exists(generationId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

const PENDING_CONDITION = {
  ConditionExpression: '#status = :pending',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;

/** The write that fails a generation; fails itself, with the existing item, unless the generation is pending. */
export function markFailedWrite({ userId, generationId }: Key, failure: FailureCode): TransactItem {
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      UpdateExpression:
        'SET #status = :failed, failure = :failure, endedAt = :now REMOVE pendingShard, startedAt',
      ...PENDING_CONDITION,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':failed': 'failed',
        ':failure': failure,
        ':now': new Date().toISOString(),
      },
    },
  };
}

/**
 * Marks a generation as succeeded, unless it has already ended.
 * @returns the stored thumbnail: failed, if refund-abandoned ended the generation first.
 * @throws when the outcome is unknown, or the item does not exist.
 */
export async function markSucceeded(item: SucceededThumbnail): Promise<Thumbnail> {
  const { userId, generationId, model, imageKey, width, height, endedAt, createdAt } = item;
  try {
    await updateItem(
      {
        TableName: THUMBNAILS_TABLE,
        Key: { userId, generationId },
        UpdateExpression:
          'SET #status = :succeeded, #model = :model, imageKey = :imageKey, width = :width, height = :height, ' +
          'endedAt = :endedAt, listedAt = :listedAt REMOVE pendingShard, startedAt',
        ...PENDING_CONDITION,
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

export async function findThumbnail({ userId, generationId }: Key): Promise<Thumbnail | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId }, ConsistentRead: true }),
  );
  return Item && parseThumbnail(Item);
}

/** Where a page of the list ended. It does not contain the user, so a cursor never opens another user's list. */
export const listPosition = z.object({ generationId: z.uuid(), listedAt: z.iso.datetime() });
export type ListPosition = z.infer<typeof listPosition>;

/** Reads one page of a user's succeeded thumbnails, newest first by creation time. */
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
      ...(after !== undefined && { ExclusiveStartKey: { userId, ...after } }),
    }),
  );
  return {
    thumbnails: Items.map(parseThumbnail),
    next: LastEvaluatedKey && listPosition.parse(LastEvaluatedKey),
  };
}

/**
 * Reads the pending generations of one shard that started before `startedBefore` (ISO 8601), oldest first. Not parsed, so
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

/** Reads all generations of a user, in any state, with a consistent read. Not parsed. */
export async function* queryAll(userId: string): AsyncGenerator<Record<string, unknown>> {
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

/** Lists the outcomes of all generations of a user. @throws a zod error when an item does not match the schema. */
export async function listOutcomes(userId: string): Promise<ThumbnailOutcome[]> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: THUMBNAILS_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ProjectionExpression: 'generationId, #status, cost, createdAt, startedAt, failure',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':userId': userId },
      ConsistentRead: true,
    },
  );
  const outcomes: ThumbnailOutcome[] = [];
  for await (const { Items = [] } of pages) outcomes.push(...Items.map((item) => outcome.parse(item)));
  return outcomes;
}

/** Idempotent. */
export async function deleteThumbnail(userId: string, generationId: string): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId } }));
}
