import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isUnauthorized } from '../../api/errors.ts';
import type { Generation } from '../../api/generate-thumbnail.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { generate, resumeGeneration } from './generate.ts';
import { pendingGeneration } from './pending-generation.ts';
import type { PendingGeneration } from './pending-generation.ts';

interface Handlers {
  onFinished: (thumbnail: Thumbnail) => void;
  onFailed: (error: unknown) => void;
  /** Runs after success and after failure: both can change the balance. */
  onEnded: () => void;
}

/** Runs one generation at a time. Leaving the page stops only the polling: the next visit resumes the generation. */
export function useGeneration(userId: string | undefined, handlers: Handlers) {
  const [startedAt, setStartedAt] = useState<number>();
  const pageLeft = useRef<AbortController>(undefined);
  const startedId = useRef<string>(undefined);
  // Use the handlers of the last rendering: when the generation started, the session may not have loaded yet.
  const latestHandlers = useRef(handlers);
  useLayoutEffect(() => {
    latestHandlers.current = handlers;
  });

  async function run(since: number, work: (signal: AbortSignal) => Promise<Thumbnail | undefined>) {
    const { signal } = (pageLeft.current = new AbortController());
    setStartedAt(since);
    try {
      const thumbnail = await work(signal);
      if (signal.aborted) return;
      pendingGeneration.remove();
      if (thumbnail) latestHandlers.current.onFinished(thumbnail);
    } catch (error) {
      if (signal.aborted) return;
      // The end of the session does not end the generation. The next sign-in resumes it.
      if (!isUnauthorized(error)) pendingGeneration.remove();
      latestHandlers.current.onFailed(error);
    }
    setStartedAt(undefined);
    latestHandlers.current.onEnded();
  }

  function start(request: Omit<Generation, 'generationId'>) {
    const generationId = crypto.randomUUID();
    const now = Date.now();
    startedId.current = generationId;
    pendingGeneration.save({ userId: request.userId, generationId, startedAt: now });
    void run(now, (signal) => generate({ ...request, generationId }, signal));
  }

  const resume = useEffectEvent(({ startedAt: since, generationId }: PendingGeneration) => {
    void run(since, (signal) => resumeGeneration(generationId, signal));
  });

  useEffect(() => {
    if (userId === undefined) return;
    const pending = pendingGeneration.load(userId);
    const isFromEarlierPage = pending && pending.generationId !== startedId.current;
    const timer = isFromEarlierPage && setTimeout(() => resume(pending));
    return () => {
      if (timer) clearTimeout(timer);
      pageLeft.current?.abort();
      startedId.current = undefined;
    };
  }, [userId]);

  return { startedAt, start };
}
