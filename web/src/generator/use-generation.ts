import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Generation } from '../api/generate-thumbnail.ts';
import { isUnauthorized } from '../api/errors.ts';
import { generate, resumeGeneration } from './generate.ts';
import type { FinishedThumbnail } from './generate.ts';
import { pendingGeneration } from './pending-generation.ts';
import type { PendingGeneration } from './pending-generation.ts';

interface Handlers {
  onFinished: (thumbnail: FinishedThumbnail) => void;
  onFailed: (error: unknown) => void;
  /** After either end: the balance may have moved. */
  onEnded: () => void;
}

/** Runs one generation at a time. Leaving the page stops the waiting, not the generation: coming back resumes it. */
export function useGeneration(userId: string | undefined, handlers: Handlers) {
  const [startedAt, setStartedAt] = useState<number>();
  const leaving = useRef<AbortController>(undefined);
  const startedHere = useRef<string>(undefined);
  // The end is told to the page as it is then: when Generate was pressed it may not have known yet who is there.
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });

  async function run(since: number, work: (signal: AbortSignal) => Promise<FinishedThumbnail | undefined>) {
    const { signal } = (leaving.current = new AbortController());
    setStartedAt(since);
    try {
      const finished = await work(signal);
      if (signal.aborted) return;
      pendingGeneration.forget();
      if (finished) latest.current.onFinished(finished);
    } catch (error) {
      if (signal.aborted) return;
      // A session that ended in between says nothing of the generation: it is taken up after the next sign-in.
      if (!isUnauthorized(error)) pendingGeneration.forget();
      latest.current.onFailed(error);
    }
    setStartedAt(undefined);
    latest.current.onEnded();
  }

  function start(request: Omit<Generation, 'generationId'>) {
    const generationId = crypto.randomUUID();
    const now = Date.now();
    startedHere.current = generationId;
    pendingGeneration.remember({ userId: request.userId, generationId, startedAt: now });
    void run(now, (signal) => generate({ ...request, generationId }, signal));
  }

  const resume = useEffectEvent(({ startedAt: since, generationId }: PendingGeneration) => {
    void run(since, (signal) => resumeGeneration(generationId, signal));
  });

  useEffect(() => {
    if (userId === undefined) return;
    const pending = pendingGeneration.recall(userId);
    const isElsewhere = pending && pending.generationId !== startedHere.current;
    const arriving = isElsewhere && setTimeout(() => resume(pending));
    return () => {
      if (arriving) clearTimeout(arriving);
      leaving.current?.abort();
      startedHere.current = undefined;
    };
  }, [userId]);

  return { startedAt, start };
}
