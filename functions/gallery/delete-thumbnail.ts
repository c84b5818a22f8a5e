import { tryPut, updateIf } from '../shared/dynamodb-writes.ts';
import { GenerationInProgressError, NotFoundError } from '../shared/errors.ts';
import { buildCondition, buildUpdate, equals } from '../shared/expressions.ts';
import { atKey } from '../shared/tables.ts';
import { deleteImages, discardImages } from '../images/image-bucket.ts';
import { findRecord } from '../thumbnails-table/queries.ts';
import {
  parseThumbnail,
  selectShard,
  THUMBNAILS,
  type DeletedThumbnail,
  type Thumbnail,
  type ThumbnailKey,
} from '../thumbnails-table/rows.ts';

/**
 * Deletes a thumbnail or a cut-out permanently: its record first, so that it disappears at once, and then its image and
 * preview. The ledger keeps what the generation cost.
 * @param kind @default a thumbnail
 * @throws NotFoundError for the id of another kind, an unknown id, another user's, and a deleted one;
 * GenerationInProgressError.
 */
export async function deleteThumbnail(key: ThumbnailKey, kind?: 'cutout'): Promise<void> {
  const record = await findRecord(key);
  if (record?.kind !== kind) throw new NotFoundError();
  switch (record?.status) {
    case undefined:
    case 'deleted':
      throw new NotFoundError();
    case 'pending':
    case 'waiting':
      throw new GenerationInProgressError();
    case 'succeeded':
    case 'failed':
      if (!(await replaceByDeleted(record))) throw new NotFoundError();
      // If S3 fails, finishDeletion deletes them.
      await discardImages(key.userId, key.generationId);
  }
}

/**
 * Deletes the images of a deleted thumbnail again, once no earlier call can still be storing one: S3 may have failed, and a
 * list may have added a preview at the same time. Idempotent. @throws if S3 or DynamoDB fails.
 */
export async function finishDeletion({ userId, generationId }: ThumbnailKey): Promise<void> {
  await deleteImages(userId, generationId);
  // Takes the row out of the index of the work in progress. Without the condition, the update would create the row again
  // after the account was deleted.
  const changes = { remove: ['pendingShard', 'startedAt'], if: equals('status', 'deleted') };
  await updateIf({ ...atKey(THUMBNAILS, { userId, generationId }), ...buildUpdate(changes) });
}

/** A generation that has ended. */
type EndedThumbnail = Exclude<Thumbnail, { status: 'pending' | 'waiting' }>;

/**
 * Replaces the whole item, so that no attribute of the thumbnail remains. Until `finishDeletion`, the item is in the index
 * of the work in progress.
 * @returns false if the item no longer exists: its account was deleted.
 */
async function replaceByDeleted(thumbnail: EndedThumbnail): Promise<boolean> {
  const { userId, generationId, kind, cost, createdAt, status: endedAs } = thumbnail;
  const expiresAt = thumbnail.status === 'failed' ? thumbnail.expiresAt : undefined;
  const deletedAt = new Date().toISOString();
  const kept = { userId, generationId, kind, cost, createdAt, endedAs, expiresAt };
  const item: DeletedThumbnail = { ...kept, status: 'deleted', deletedAt, startedAt: deletedAt };
  const { isWritten, item: existing } = await tryPut({
    TableName: THUMBNAILS.TableName,
    Item: { ...item, pendingShard: selectShard(generationId) },
    ...buildCondition(equals('status', endedAs)),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  // After a lost response the SDK repeats the write, which then finds its own result.
  return isWritten || (existing !== undefined && parseThumbnail(existing).status === 'deleted');
}
