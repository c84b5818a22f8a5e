import { listSet } from '../../../api/list-set.ts';
import { toThumbnail } from '../../../api/read-thumbnails.ts';
import { dispatch, generations } from '../../../generations/generations.ts';
import { findBatch } from '../../../generations/generation.ts';
import type { Generation, Generations, ImageGeneration } from '../../../generations/generation.ts';
import { findVariations, toMap } from '../../../generations/reduce.ts';
import { isSignedInAs } from '../../../session/session-store.ts';

/** The places of the sheet, which shows what one press of this page makes. A program can give one id to more thumbnails. */
const MAX_IMAGES = 3;

/** Reads the images of a set, unless this page has begun the set. */
export async function restoreSet(userId: string, setId: string, isShown: boolean): Promise<void> {
  const known = findBatch(generations.get().all, setId);
  if (known.some(({ input }) => input !== undefined)) return;
  const images = await listSet(setId);
  if (!isSignedInAs(userId) || images.length > MAX_IMAGES) return;
  const restored = images.map((image): ImageGeneration => ({
    id: image.id,
    kind: 'image',
    userId,
    batchId: setId,
    setId,
    startedAt: Date.parse(image.createdAt),
    end: { thumbnail: toThumbnail(image) },
  }));
  dispatch({ type: 'changed-by', edit: (state) => addSet(state, setId, restored, isShown) });
}

/**
 * Adds the images of a set in the order of their ids. An image that the page follows stays as it is. An image that has failed for the
 * browser may have arrived since: it is followed again, because the browser has the layers of its series.
 * @param isShown whether the viewer shows the set, if the viewer is free
 */
export function addSet(
  state: Generations,
  setId: string,
  images: readonly ImageGeneration[],
  isShown: boolean,
): Generations {
  const known = findBatch(state.all, setId);
  const hasArrived = ({ id, end }: Generation) =>
    end?.error !== undefined && images.some((image) => image.id === id);
  const set = [
    ...images.filter(({ id }) => !state.all.has(id)),
    ...known.map((each) => (hasArrived(each) ? { ...each, isRequested: true, end: undefined } : each)),
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const all = toMap([...[...state.all.values()].filter((each) => !known.includes(each)), ...set]);
  return {
    all,
    watchedId: state.watchedId ?? (isShown ? setId : undefined),
    variationsId: findVariations(all, setId) ?? state.variationsId,
  };
}
