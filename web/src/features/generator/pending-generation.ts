import { STORAGE_KEYS, userValue } from '../../lib/browser-storage.ts';
import { isBoolean, isNumber, isObjectOf, isOptional, isString } from '../../lib/guards.ts';

export interface PendingGeneration {
  userId: string;
  generationId: string;
  startedAt: number;
  /** The creator has stopped waiting. The thumbnail still arrives in the history. */
  isInBackground?: boolean;
}

/** The running generation of this tab. It survives a reload, so that its image is not lost. */
export const pendingGeneration = userValue(
  STORAGE_KEYS.generation,
  isObjectOf<PendingGeneration>({
    userId: isString,
    generationId: isString,
    startedAt: isNumber,
    isInBackground: isOptional(isBoolean),
  }),
);

/** Does not remove a newer generation, which may have started while this one ran in the background. */
export function removePending({ userId, generationId }: PendingGeneration): void {
  if (pendingGeneration.load(userId)?.generationId === generationId) pendingGeneration.remove();
}
