import { useSyncExternalStore } from 'react';
import type { Generation } from '../../../../generations/generation.ts';
import { hiddenThumbnails } from '../../../../outbox/deletions.ts';

/** Leaves out the variations that the creator has deleted. */
export function useKept(variations: readonly Generation[]): readonly Generation[] {
  const hidden = useSyncExternalStore(hiddenThumbnails.subscribe, hiddenThumbnails.get);
  return variations.filter(({ id }) => !hidden.has(id));
}
