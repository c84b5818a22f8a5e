import { GenerationInProgressError, NotFoundError } from '../shared/errors.ts';
import { deleteImages, discardImages } from '../images/image-bucket.ts';
import { markDeletionFinished, replaceByDeleted } from '../thumbnails-table/deletion.ts';
import type { ThumbnailKey } from '../thumbnails-table/rows.ts';
import { findRecord } from '../thumbnails-table/life-cycle.ts';

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
  await markDeletionFinished({ userId, generationId });
}
