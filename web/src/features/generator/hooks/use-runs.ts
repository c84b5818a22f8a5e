import { useEffect, useReducer } from 'react';
import { ApiError } from '../../../api/errors.ts';
import type { OnLineChange } from '../../../api/follow-generation.ts';
import { cancelGeneration } from '../../../api/waiting-line.ts';
import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isBoolean, isListOf, isNumber, isObjectOf, isString } from '../../../lib/guards.ts';
import { useUnfinishedGenerations } from '../api.ts';
import type { RunOutcome } from '../model/follow-run.ts';
import { findBatch, isRunning, NO_RUNS, reduceRuns, isOpen } from '../model/runs.ts';
import type { GenerationInput, Run, RunsState, StoredRun } from '../model/runs.ts';

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

/** A run whose end the page does not know yet. */
export interface FollowedRun {
  run: Run;
  onLineChange: OnLineChange;
  onEnd: (outcome: RunOutcome) => void;
}

interface UseRunsOptions {
  isInHistory: (id: string) => boolean;
  /** @param isWatched whether the run is in the viewer. */
  onEnded: (run: Run, isWatched: boolean) => void;
}

/**
 * The generations that this page follows: those that it starts, those of earlier visits, and those of other devices.
 * Leaving the page stops only the polling: the next visit resumes them.
 */
export function useRuns(userId: string | undefined, { isInHistory, onEnded }: UseRunsOptions) {
  const [state, dispatch] = useReducer(reduceRuns, NO_RUNS);
  const { runs, watchedId, variationsId } = state;

  useEffect(() => {
    if (userId !== undefined) dispatch({ type: 'opened', userId, stored: loadRuns(userId) });
  }, [userId]);
  useEffect(() => saveRuns(state), [state]);
  useUnfinishedGenerations(userId, (listed) => {
    const generations = listed.filter(({ id }) => !isInHistory(id));
    if (userId !== undefined) dispatch({ type: 'listed', userId, generations });
  });

  const end = (run: Run, { expiredUploadId, ...outcome }: RunOutcome) => {
    if (expiredUploadId !== undefined) {
      const newId = crypto.randomUUID();
      dispatch({ type: 'renewed', id: run.id, newId, error: outcome.error, expiredUploadId });
      return;
    }
    dispatch({ type: 'ended', id: run.id, end: outcome });
    onEnded({ ...run, ...outcome }, run.batchId === watchedId);
  };

  return {
    find: (id: string) => runs.get(id),
    /** The runs in the viewer: none, a single one, or the variations of one prompt. */
    watched: findBatch(runs, watchedId),
    watch: (batchId: string | undefined) => dispatch({ type: 'watched', batchId }),
    /** The variations to return to, unless they are in the viewer. */
    variationsId: variationsId === watchedId ? undefined : variationsId,
    begin: (owner: string, input: GenerationInput, count: number) => {
      const batch = { userId: owner, batchId: crypto.randomUUID(), startedAt: Date.now(), input };
      const begun = Array.from({ length: count }, () => ({ ...batch, id: crypto.randomUUID() }));
      dispatch({ type: 'begun', runs: begun });
    },
    /** @throws the errors of `cancelGeneration`: the run goes on. */
    cancel: async (id: string) => {
      await cancelGeneration(id);
      const run = runs.get(id);
      if (run) end(run, { error: new ApiError('generation_canceled') });
    },
    /** The page renders a follower for each. */
    followers: [...runs.values()].filter(isRunning).map((run): FollowedRun => ({
      run,
      onLineChange: (line) => dispatch({ type: 'moved', id: run.id, line }),
      onEnd: (outcome) => end(run, outcome),
    })),
  };
}
