import { STORAGE_KEYS, userValue } from '../../lib/browser-storage.ts';

export interface PendingGeneration {
  userId: string;
  generationId: string;
  startedAt: number;
}

/** The running generation of this tab. It survives a reload, so that its image is not lost. */
export const pendingGeneration = userValue(STORAGE_KEYS.generation, isPendingGeneration);

function isPendingGeneration(value: unknown): value is PendingGeneration {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, generationId, startedAt } = value as Record<keyof PendingGeneration, unknown>;
  return typeof userId === 'string' && typeof generationId === 'string' && typeof startedAt === 'number';
}
