import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
export function useGeneration(userId: string | undefined, { onFinished, onFailed, onEnded }: Handlers) {
  const [startedAt, setStartedAt] = useState<number>();
  const leaving = useRef<AbortController>(undefined);

  async function run(since: number, work: (signal: AbortSignal) => Promise<FinishedThumbnail | undefined>) {
    const { signal } = (leaving.current = new AbortController());
    setStartedAt(since);
    try {
      const finished = await work(signal);
      pendingGeneration.forget();
      if (finished) onFinished(finished);
    } catch (error) {
      if (signal.aborted) return;
      // A session that ended in between says nothing of the generation: it is taken up after the next sign-in.
      if (!isUnauthorized(error)) pendingGeneration.forget();
      onFailed(error);
    }
    setStartedAt(undefined);
    onEnded();
  }

  function start(request: Omit<Generation, 'generationId'>) {
    const generationId = crypto.randomUUID();
    const now = Date.now();
    pendingGeneration.remember({ userId: request.userId, generationId, startedAt: now });
    void run(now, (signal) => generate({ ...request, generationId }, signal));
  }

  const resume = useEffectEvent(({ startedAt: since, generationId }: PendingGeneration) => {
    void run(since, (signal) => resumeGeneration(generationId, signal));
  });

  useEffect(() => {
    if (userId === undefined) return;
    const pending = pendingGeneration.recall(userId);
    const arriving = pending && setTimeout(() => resume(pending));
    return () => {
      clearTimeout(arriving);
      leaving.current?.abort();
    };
  }, [userId]);

  return { startedAt, start };
}
