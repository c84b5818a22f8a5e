const KEY = 'pendingGeneration';

export interface PendingGeneration {
  userId: string;
  generationId: string;
  startedAt: number;
}

/** The generation under way in this tab, remembered over a reload so that its picture is not lost. */
export const pendingGeneration = {
  remember(pending: PendingGeneration): void {
    withStorage((storage) => storage.setItem(KEY, JSON.stringify(pending)));
  },

  forget(): void {
    withStorage((storage) => storage.removeItem(KEY));
  },

  recall(userId: string): PendingGeneration | undefined {
    const value = withStorage((storage): unknown => JSON.parse(storage.getItem(KEY) ?? 'null'));
    return isPending(value) && value.userId === userId ? value : undefined;
  },
};

function withStorage<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(sessionStorage);
  } catch {
    return undefined; // Storage is switched off, full, or holds something that is not ours.
  }
}

function isPending(value: unknown): value is PendingGeneration {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, generationId, startedAt } = value as Record<keyof PendingGeneration, unknown>;
  return typeof userId === 'string' && typeof generationId === 'string' && typeof startedAt === 'number';
}
