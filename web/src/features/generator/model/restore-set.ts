import { listSet } from '../../../api/list-set.ts';
import { toThumbnail } from '../../../api/thumbnails.ts';
import { dispatch, generations } from '../../../generations/generations.ts';
import { findBatch } from '../../../generations/reduce.ts';
import { isSignedInAs } from '../../../session/session-store.ts';

/** Reads the images of a set, unless this page has begun the set. */
export async function restoreSet(userId: string, setId: string, isShown: boolean): Promise<void> {
  const known = findBatch(generations.get().all, setId);
  if (known.some(({ input }) => input !== undefined)) return;
  const images = await listSet(setId);
  if (!isSignedInAs(userId)) return;
  dispatch({
    type: 'restored',
    setId,
    isShown,
    images: images.map((image) => ({
      id: image.id,
      kind: 'image',
      userId,
      batchId: setId,
      setId,
      startedAt: Date.parse(image.createdAt),
      end: { thumbnail: toThumbnail(image) },
    })),
  });
}
