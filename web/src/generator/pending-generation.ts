import { tabMemory } from '../session/tab-memory.ts';

export interface PendingGeneration {
  userId: string;
  generationId: string;
  startedAt: number;
}

/** The generation under way in this tab, remembered over a reload so that its picture is not lost. */
export const pendingGeneration = tabMemory('pendingGeneration', isPending);

function isPending(value: unknown): value is PendingGeneration {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, generationId, startedAt } = value as Record<keyof PendingGeneration, unknown>;
  return typeof userId === 'string' && typeof generationId === 'string' && typeof startedAt === 'number';
}
