import { useSyncExternalStore } from 'react';
import type { Generation } from '../../../../generations/generation.ts';
import { nextId } from '../../../../generations/retry-image.ts';
import { hiddenThumbnails } from '../../../../outbox/deletions.ts';

/** Leaves out the variations that the creator has deleted, and the failed variations that another tab has asked for again. */
export function useKept(variations: readonly Generation[]): readonly Generation[] {
  const hidden = useSyncExternalStore(hiddenThumbnails.subscribe, hiddenThumbnails.get);
  const ids = new Set(variations.map(({ id }) => id));
  const isReplaced = ({ id, end }: Generation) => end?.error !== undefined && ids.has(nextId(id));
  return variations.filter((each) => !hidden.has(each.id) && !isReplaced(each));
}
