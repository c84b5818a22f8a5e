import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { cancelGeneration } from '../../../api/cancel-generation.ts';
import { ApiError, isUnauthorized } from '../../../api/errors.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { generate, resumeGeneration } from '../generate.ts';
import type { OnLineChange } from '../generate.ts';
import { isOutcomeOpen } from '../generation-errors.tsx';
import type { AssignedImage } from '../references/assigned-image.ts';
import type { GenerationRequest } from '../use-generation.ts';
import { pendingVersions } from './pending-versions.ts';
import type { PendingVersions } from './pending-versions.ts';
import { isRunning, VERSION_COUNT } from './version.ts';
import type { Version, Versions } from './version.ts';

/** The request for this version never reached the server. */
const NOT_STARTED = new ApiError('not_found', 'It was not started; no credit was taken.');
const CANCELED = new ApiError('generation_canceled');

interface Handlers {
  /** @param isShown whether the versions are in the preview. */
  onFinished: (thumbnail: Thumbnail, isShown: boolean) => void;
  onCanceled: () => void;
  /** The version could not be canceled, and goes on. */
  onCancelFailed: (error: unknown) => void;
  /** Runs after each version: it can change the balance. */
  onEnded: () => void;
}

type Work = (
  generationId: string,
  signal: AbortSignal,
  onLineChange: OnLineChange,
) => Promise<Thumbnail | undefined>;

/**
 * Generates several versions of one request at once. Each has its own id, end and refund. Leaving the page stops only the
 * polling: the next visit resumes the versions.
 * @param knownIds the generations that this page follows or has followed.
 */
export function useVersions(
  userId: string | undefined,
  knownIds: RefObject<Set<string>>,
  handlers: Handlers,
) {
  const [current, setCurrent] = useState<Versions>();
  const [isShown, setIsShown] = useState(false);
  const pageLeft = useRef<AbortController>(undefined);
  const startedAt = useRef<number>(undefined);
  const cancellations = useRef(new Map<string, AbortController>());
  const latest = useRef({ handlers, isShown });
  useLayoutEffect(() => {
    latest.current = { handlers, isShown };
  });

  async function run(pending: PendingVersions, work: Work) {
    const page = (pageLeft.current ??= new AbortController());
    const replace = (version: Version) => setCurrent((shown) => shown && replaceVersion(shown, version));
    const runOne = async (generationId: string): Promise<Version | undefined> => {
      const canceled = new AbortController();
      cancellations.current.set(generationId, canceled);
      const signal = AbortSignal.any([page.signal, canceled.signal]);
      const version = await work(generationId, signal, (line) => replace({ generationId, line })).then(
        (thumbnail): Version =>
          thumbnail ? { generationId, thumbnail } : { generationId, error: NOT_STARTED },
        (error: unknown): Version => ({ generationId, error: canceled.signal.aborted ? CANCELED : error }),
      );
      cancellations.current.delete(generationId);
      if (page.signal.aborted) return undefined;
      replace(version);
      const { handlers: now, isShown: isVisible } = latest.current;
      if (version.thumbnail) now.onFinished(version.thumbnail, isVisible);
      now.onEnded();
      return version;
    };

    startedAt.current = pending.startedAt;
    setCurrent({
      startedAt: pending.startedAt,
      versions: pending.generationIds.map((generationId) => ({ generationId })),
    });
    setIsShown(true);
    const ended = await Promise.all(pending.generationIds.map(runOne));
    const isOpen = ended.some((version) => version === undefined || isStillOpen(version.error));
    if (!isOpen && pendingVersions.load(pending.userId)?.startedAt === pending.startedAt) {
      pendingVersions.remove();
    }
  }

  /** @param image the reference image, whose upload may still be running. */
  function start(request: GenerationRequest, image: AssignedImage | undefined) {
    const generationIds = Array.from({ length: VERSION_COUNT }, () => crypto.randomUUID());
    const pending = { userId: request.userId, generationIds, startedAt: Date.now() };
    pendingVersions.save(pending);
    for (const generationId of generationIds) knownIds.current.add(generationId);
    void run(pending, async (generationId, signal, onLineChange) => {
      if (!image) return generate({ ...request, generationId }, signal, onLineChange);
      const reference = { kind: 'image', id: await image.upload.getId(), use: image.use } as const;
      signal.throwIfAborted();
      return generate({ ...request, reference, generationId }, signal, onLineChange);
    });
  }

  /** Cancels one version while it waits in line. */
  async function cancel(generationId: string) {
    try {
      await cancelGeneration(generationId);
    } catch (error) {
      latest.current.handlers.onCancelFailed(error);
      return;
    }
    cancellations.current.get(generationId)?.abort();
    latest.current.handlers.onCanceled();
  }

  const resume = useEffectEvent((pending: PendingVersions) => void run(pending, resumeGeneration));

  useEffect(() => {
    if (userId === undefined) return;
    const pending = pendingVersions.load(userId);
    const isFromEarlierPage = pending && pending.startedAt !== startedAt.current;
    if (isFromEarlierPage) for (const id of pending.generationIds) knownIds.current.add(id);
    const timer = isFromEarlierPage && setTimeout(() => resume(pending));
    return () => {
      if (timer) clearTimeout(timer);
      pageLeft.current?.abort();
      pageLeft.current = undefined;
      startedAt.current = undefined;
    };
  }, [userId, knownIds]);

  const shown = isShown ? current : undefined;
  return {
    /** Undefined while the preview shows something else. */
    shown,
    isRunning: shown?.versions.some(isRunning) ?? false,
    start,
    cancel: (generationId: string) => void cancel(generationId),
    /** Shows something else instead. Versions that are running continue. */
    hide: () => setIsShown(false),
    /** Undefined without versions to return to. */
    show: current && !isShown ? () => setIsShown(true) : undefined,
    /** Removes the versions from the page; versions that are running continue. */
    clear: () => {
      setCurrent(undefined);
      setIsShown(false);
    },
  };
}

/** Versions of an earlier start no longer have a place. */
const replaceVersion = (shown: Versions, version: Version): Versions => ({
  ...shown,
  versions: shown.versions.map((old) => (old.generationId === version.generationId ? version : old)),
});

/** The generation may still end with a thumbnail: the next visit finds out. */
const isStillOpen = (error: unknown): boolean => isUnauthorized(error) || isOutcomeOpen(error);
