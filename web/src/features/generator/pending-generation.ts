import { STORAGE_KEYS, userValue } from '../../lib/browser-storage.ts';

export interface PendingGeneration {
  userId: string;
  generationId: string;
  startedAt: number;
  /** The creator has stopped waiting. The thumbnail still arrives in the history. */
  isInBackground?: boolean;
}

/** The running generation of this tab. It survives a reload, so that its image is not lost. */
export const pendingGeneration = userValue(STORAGE_KEYS.generation, isPendingGeneration);

/** Does not remove a newer generation, which may have started while this one ran in the background. */
export function removePending({ userId, generationId }: PendingGeneration): void {
  if (pendingGeneration.load(userId)?.generationId === generationId) pendingGeneration.remove();
}

function isPendingGeneration(value: unknown): value is PendingGeneration {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, generationId, startedAt, isInBackground } = value as Record<
    keyof PendingGeneration,
    unknown
  >;
  return (
    typeof userId === 'string' &&
    typeof generationId === 'string' &&
    typeof startedAt === 'number' &&
    ['undefined', 'boolean'].includes(typeof isInBackground)
  );
}
