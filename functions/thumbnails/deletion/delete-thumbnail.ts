import { isUploaded, PHOTO } from '#contract/photo.ts';
import { tryPut, updateIf } from '../../platform/dynamodb-writes.ts';
import { CodedError } from '../../platform/errors.ts';
import { buildCondition, buildUpdate, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { deleteImages, discardImages } from '../../images/image-bucket.ts';
import { findGeneration } from '../table/queries.ts';
import { hasUnfinishedEdits, listEditKeys } from '../table/list-queries.ts';
import {
  parseGeneration,
  selectShard,
  type DeletedGeneration,
  type KeptGeneration,
  type GenerationKey,
} from '../table/rows.ts';
import { THUMBNAILS } from '../table/thumbnails-table.ts';

/**
 * Deletes a thumbnail with its edits, or a cut-out, permanently. Deletes the row first, so that the thumbnail disappears at once, and then
 * the image and the preview. The ledger keeps the cost of the generation.
 * @param kind the kind to delete. @default a thumbnail
 * @throws `not_found` for the id of another kind, an unknown id, another user's thumbnail, and a deleted thumbnail; `in_progress`.
 */
export async function deleteThumbnail(key: GenerationKey, kind?: 'cutout'): Promise<void> {
  const found = await findGeneration(key);
  if (found?.kind !== kind) throw new CodedError('not_found');
  switch (found?.status) {
    case undefined:
    case 'deleted':
      throw new CodedError('not_found');
    case 'pending':
    case 'waiting':
      throw new CodedError('in_progress');
    case 'succeeded':
    case 'failed':
      if (!(await replaceByDeleted(found))) throw new CodedError('not_found');
      // If a deletion fails, finishDeletion repeats it.
      await discardImages(key.userId, key.generationId, ...listDesignPreviews(found));
      await deleteEdits(key).catch((error: unknown) => {
        logger.warn('edits not deleted', errorTrace(error));
      });
  }
}

/**
 * The number of edits that are deleted concurrently. Deleting two hundred edits one after the other would take longer than the function may
 * run.
 */
const CONCURRENCY = 25;

/** Deletes the succeeded edits of a thumbnail. Idempotent. @throws if DynamoDB fails. */
async function deleteEdits({ userId, generationId }: GenerationKey): Promise<void> {
  const keys = await listEditKeys(userId, generationId);
  for (let start = 0; start < keys.length; start += CONCURRENCY) {
    await Promise.all(keys.slice(start, start + CONCURRENCY).map(deleteEdit));
  }
}

async function deleteEdit(key: GenerationKey): Promise<void> {
  const edit = await findGeneration(key);
  if (edit?.status === 'succeeded') await replaceByDeleted(edit);
  await discardImages(key.userId, key.generationId);
}

/**
 * Repeats the deletion of the images and the edits of a deleted thumbnail, after all earlier calls that could store an image have ended. S3
 * may have failed during the deletion, and a list or a save of the design may have added a preview at the same time. A waiting edit finds
 * no image to start from and is refunded. The deletion stays unfinished until then. Idempotent.
 * @throws if S3 or DynamoDB fails.
 */
export async function finishDeletion({
  userId,
  generationId,
  kind,
}: GenerationKey & Pick<DeletedGeneration, 'kind'>): Promise<void> {
  await deleteImages(userId, generationId);
  if (kind === undefined) {
    const isUnfinished = await hasUnfinishedEdits(userId, generationId);
    await deleteEdits({ userId, generationId });
    if (isUnfinished) return;
  }
  // Removes the row from the index of the work in progress, and the hash of an interrupted photo. Without the condition, the update would create the row again after the account
  // was deleted.
  const changes = { remove: ['pendingShard', 'startedAt', 'pictureDigest'], if: equals('status', 'deleted') };
  await updateIf({ ...atKey(THUMBNAILS, { userId, generationId }), ...buildUpdate(changes) });
}

const listDesignPreviews = (thumbnail: EndedGeneration): string[] =>
  thumbnail.status === 'succeeded' && thumbnail.designPreviewKey !== undefined
    ? [thumbnail.designPreviewKey]
    : [];

/** A generation that has ended. */
type EndedGeneration = Exclude<KeptGeneration, { status: 'pending' | 'waiting' }>;

/**
 * Replaces the whole item, so that no attribute of the thumbnail remains. The item stays in the index of the work in progress until
 * `finishDeletion`.
 * @returns false if the item no longer exists, because its account was deleted.
 */
async function replaceByDeleted(thumbnail: EndedGeneration): Promise<boolean> {
  const { userId, generationId, kind, cost, createdAt, copyOf, status: endedAs } = thumbnail;
  const expiresAt = thumbnail.status === 'failed' ? thumbnail.expiresAt : undefined;
  const deletedAt = new Date().toISOString();
  const kept = { userId, generationId, kind, cost, createdAt, copyOf, endedAs, expiresAt };
  const item: DeletedGeneration = {
    ...kept,
    ...(isUploaded(thumbnail.model) && { model: PHOTO }),
    status: 'deleted',
    deletedAt,
    startedAt: deletedAt,
  };
  const { isWritten, item: existing } = await tryPut({
    TableName: THUMBNAILS.TableName,
    Item: { ...item, pendingShard: selectShard(generationId) },
    ...buildCondition(equals('status', endedAs)),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  // After a lost response, the SDK repeats the write. The repeated write then finds the result of the first write.
  return isWritten || (existing !== undefined && parseGeneration(existing).status === 'deleted');
}
