import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';

export interface PendingVersions {
  userId: string;
  generationIds: string[];
  startedAt: number;
}

/** The running versions of this tab. They survive a reload, so that no image is lost. */
export const pendingVersions = userValue(STORAGE_KEYS.versions, isPendingVersions);

function isPendingVersions(value: unknown): value is PendingVersions {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, generationIds, startedAt } = value as Record<keyof PendingVersions, unknown>;
  return (
    typeof userId === 'string' &&
    Array.isArray(generationIds) &&
    generationIds.every((id) => typeof id === 'string') &&
    typeof startedAt === 'number'
  );
}
