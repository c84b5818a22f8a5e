import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../shared/aws-clients.ts';
import { updateIf } from '../shared/dynamodb-writes.ts';
import { parseThumbnail, type DeletedThumbnail, type Thumbnail, type ThumbnailKey } from './rows.ts';
import { selectShard, THUMBNAILS_TABLE } from './life-cycle.ts';

/** A generation that has ended. */
export type EndedThumbnail = Exclude<Thumbnail, { status: 'pending' | 'waiting' }>;

/**
 * Replaces the whole item, so that no attribute of the thumbnail remains. Until `markDeletionFinished`, the item is in
 * the index of the work in progress.
 * @returns false if the record no longer exists: its account was deleted.
 */
export async function replaceByDeleted(thumbnail: EndedThumbnail): Promise<boolean> {
  const { userId, generationId, kind, cost, createdAt, status: endedAs } = thumbnail;
  const expiresAt = thumbnail.status === 'failed' ? thumbnail.expiresAt : undefined;
  const deletedAt = new Date().toISOString();
  const record = {
    userId,
    generationId,
    kind,
    cost,
    createdAt,
    status: 'deleted',
    endedAs,
    expiresAt,
    deletedAt,
  } as const;
  const item: DeletedThumbnail = { ...record, startedAt: deletedAt };
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: THUMBNAILS_TABLE,
        Item: { ...item, pendingShard: selectShard(generationId) },
        ConditionExpression: '#status = :endedAs',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':endedAs': endedAs },
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // After a lost response the SDK repeats the write, which then finds its own result.
    return error.Item !== undefined && parseThumbnail(unmarshall(error.Item)).status === 'deleted';
  }
}

/** Removes a deleted thumbnail from the index of the work in progress. Idempotent. */
export async function markDeletionFinished({ userId, generationId }: ThumbnailKey): Promise<void> {
  await updateIf({
    TableName: THUMBNAILS_TABLE,
    Key: { userId, generationId },
    UpdateExpression: 'REMOVE pendingShard, startedAt',
    // Without it, the update would create an item again after the account was deleted.
    ConditionExpression: '#status = :deleted',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':deleted': 'deleted' },
  });
}

/** Reads all records of a user, in any state, with a consistent read. Not parsed. */
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

/** Removes the whole record, as the deletion of an account does. Idempotent. */
export async function removeRecord(userId: string, generationId: string): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: THUMBNAILS_TABLE, Key: { userId, generationId } }));
}
