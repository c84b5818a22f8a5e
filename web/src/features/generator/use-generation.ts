import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { isReferenceNotFound, isUnauthorized } from '../../api/errors.ts';
import type { Generation } from '../../api/generate-thumbnail.ts';
import type { UnfinishedGeneration } from '../../api/generations.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { findVideoId } from '../../api/video-reference.ts';
import { cancelGeneration } from '../../api/cancel-generation.ts';
import { generate, resumeGeneration } from './generate.ts';
import type { LinePosition, OnLineChange } from './generate.ts';
import { isOutcomeOpen } from './generation-errors.tsx';
import { pendingGeneration, removePending } from './pending-generation.ts';
import type { PendingGeneration } from './pending-generation.ts';
import type { AssignedImage } from './references/assigned-image.ts';

export type GenerationRequest = Omit<Generation, 'generationId'>;

/** What has to be known before the request can be sent. */
interface Preparation {
  /** The reference image, whose upload may still be running. */
  image: AssignedImage | undefined;
  /** A channel whose newest video is looked up first. The server would need further calls while it holds the credit. */
  channelUrl: string | undefined;
}

interface Handlers {
  /** @param isAwaited false after `stopWaiting`. */
  onFinished: (thumbnail: Thumbnail, isAwaited: boolean) => void;
  onFailed: (error: unknown, isAwaited: boolean) => void;
  onCanceled: () => void;
  /** The generation could not be canceled, and goes on. */
  onCancelFailed: (error: unknown) => void;
  /** Runs after success and after failure: both can change the balance. */
  onEnded: () => void;
}

/**
 * Waits for one generation at a time. Leaving the page stops only the polling: the next visit resumes the generation.
 * After `stopWaiting` a generation continues in the background, and the next one can start.
 * @param knownIds the generations that this page follows or has followed.
 */
export function useGeneration(
  userId: string | undefined,
  knownIds: RefObject<Set<string>>,
  handlers: Handlers,
) {
  const [startedAt, setStartedAt] = useState<number>();
  // Undefined while the generation does not wait in line.
  const [line, setLine] = useState<LinePosition>();
  const pageLeft = useRef<AbortController>(undefined);
  const awaited = useRef<PendingGeneration>(undefined);
  const cancellation = useRef<AbortController>(undefined);
  // Use the handlers of the last rendering: when the generation started, the session may not have loaded yet.
  const latestHandlers = useRef(handlers);
  useLayoutEffect(() => {
    latestHandlers.current = handlers;
  });

  async function run(
    pending: PendingGeneration,
    work: (signal: AbortSignal, onLineChange: OnLineChange) => Promise<Thumbnail | undefined>,
  ) {
    pageLeft.current ??= new AbortController();
    const canceled = new AbortController();
    const signal = AbortSignal.any([pageLeft.current.signal, canceled.signal]);
    if (pending.isInBackground !== true) {
      awaited.current = pending;
      cancellation.current = canceled;
      setStartedAt(pending.startedAt);
    }
    const isAwaited = () => awaited.current === pending;
    try {
      const thumbnail = await work(signal, (position) => {
        if (isAwaited()) setLine(position);
      });
      if (signal.aborted) return;
      removePending(pending);
      if (thumbnail) latestHandlers.current.onFinished(thumbnail, isAwaited());
    } catch (error) {
      if (signal.aborted) return;
      // The end of the session does not end the generation. The next sign-in or the next visit resumes it.
      if (!isUnauthorized(error) && !isOutcomeOpen(error)) removePending(pending);
      latestHandlers.current.onFailed(error, isAwaited());
    }
    if (isAwaited()) endWaiting();
    latestHandlers.current.onEnded();
  }

  function endWaiting() {
    awaited.current = undefined;
    setStartedAt(undefined);
    setLine(undefined);
  }

  function start(request: GenerationRequest, { image, channelUrl }: Preparation) {
    const pending = { userId: request.userId, generationId: '', startedAt: Date.now() };

    const attempt = async (signal: AbortSignal, onLineChange: OnLineChange, upload?: { renew: boolean }) => {
      const generationId = crypto.randomUUID();
      knownIds.current.add(generationId);
      pending.generationId = generationId;
      pendingGeneration.save(pending);
      if (request.reference?.kind === 'video' && channelUrl !== undefined) {
        const videoId = await findVideoId(channelUrl, signal);
        const reference = { ...request.reference, ...(videoId !== undefined && { videoId }) };
        return generate({ ...request, reference, generationId }, signal, onLineChange);
      }
      if (!image) return generate({ ...request, generationId }, signal, onLineChange);
      const reference = { kind: 'image', id: await image.upload.getId(upload), use: image.use } as const;
      signal.throwIfAborted();
      return generate({ ...request, reference, generationId }, signal, onLineChange);
    };
    void run(pending, (signal, onLineChange) =>
      attempt(signal, onLineChange).catch((error: unknown) => {
        // The upload has expired. A failed generation keeps its id, so the second one needs another.
        if (image && isReferenceNotFound(error)) return attempt(signal, onLineChange, { renew: true });
        throw error;
      }),
    );
  }

  /** The thumbnail still arrives, also after a reload. */
  function stopWaiting() {
    if (!awaited.current) return;
    awaited.current.isInBackground = true;
    pendingGeneration.save(awaited.current);
    endWaiting();
  }

  /** Cancels the generation while it waits in line. */
  async function cancel() {
    const pending = awaited.current;
    const polling = cancellation.current;
    if (!pending || !polling) return;
    try {
      await cancelGeneration(pending.generationId);
    } catch (error) {
      latestHandlers.current.onCancelFailed(error);
      return;
    }
    polling.abort();
    removePending(pending);
    if (awaited.current === pending) endWaiting();
    latestHandlers.current.onCanceled();
    latestHandlers.current.onEnded();
  }

  function resume(pending: PendingGeneration) {
    void run(pending, (signal, onLineChange) => resumeGeneration(pending.generationId, signal, onLineChange));
  }

  /**
   * Follows generations that another page has started.
   * @param generations the newest first. @param isFirstAwaited whether the preview shows the newest one.
   */
  function follow(generations: readonly UnfinishedGeneration[], isFirstAwaited: boolean) {
    if (userId === undefined) return;
    for (const [index, { id: generationId, createdAt }] of generations.entries()) {
      knownIds.current.add(generationId);
      const isInBackground = index > 0 || !isFirstAwaited;
      resume({ userId, generationId, startedAt: Date.parse(createdAt), isInBackground });
    }
  }

  const resumeStored = useEffectEvent(resume);

  useEffect(() => {
    if (userId === undefined) return;
    const pending = pendingGeneration.load(userId);
    const isFromEarlierPage = pending && !knownIds.current.has(pending.generationId);
    if (isFromEarlierPage) knownIds.current.add(pending.generationId);
    const timer = isFromEarlierPage && setTimeout(() => resumeStored(pending));
    return () => {
      if (timer) clearTimeout(timer);
      pageLeft.current?.abort();
      pageLeft.current = undefined;
      knownIds.current = new Set();
    };
  }, [userId, knownIds]);

  return { startedAt, line, start, follow, stopWaiting, cancel };
}
