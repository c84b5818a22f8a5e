import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isBoolean, isListOf, isNumber, isObjectOf, isString } from '../../../lib/guards.ts';
import { isOpen } from './runs.ts';
import type { RunsState, StoredRun } from './runs.ts';

const isStored = isListOf(
  isObjectOf<StoredRun>({
    id: isString,
    userId: isString,
    batchId: isString,
    startedAt: isNumber,
    isWatched: isBoolean,
  }),
);

const load = (): StoredRun[] => readJson(STORAGE_KEYS.runs, isStored) ?? [];

/** The user's generations whose end no page has seen, the latest last. */
export const loadRuns = (userId: string): StoredRun[] => load().filter((run) => run.userId === userId);

/** Keeps the runs that this page does not know: other tabs store theirs beside them. */
export function saveRuns({ runs, watchedId }: RunsState): void {
  const ofOthers = load().filter(({ id }) => !runs.has(id));
  const ofPage = [...runs.values()].filter(isOpen).map(({ id, userId, batchId, startedAt }): StoredRun => {
    return { id, userId, batchId, startedAt, isWatched: batchId === watchedId };
  });
  const stored = [...ofOthers, ...ofPage];
  if (stored.length === 0) removeItem(STORAGE_KEYS.runs);
  else writeItem(STORAGE_KEYS.runs, JSON.stringify(stored));
}
