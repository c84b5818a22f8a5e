import { useEffect, useEffectEvent, useState } from 'react';
import { useCredits, useWelcomeDueAt } from '../../../api/read-credits.ts';
import { isCanceled, isRunning } from '../../../generations/generation.ts';
import type { Generation, ImageInput } from '../../../generations/generation.ts';
import { begin, cancel } from '../../../generations/generations.ts';
import { useEnds, useGenerations, useUnfinishedGenerations } from '../../../generations/use-generations.ts';
import { readPermission } from '../../../lib/notification.ts';
import { isOutOfCredits } from '../model/generation-errors.ts';
import { showsFailure } from '../model/viewer-content.ts';
import { tellCredits, useRepeat, useRequest } from './use-request.ts';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';
import { useViewer } from './use-viewer.ts';

/** Long enough for the server to take the credits of a generation that has just started. */
const CHARGE_DELAY_MS = 1_000;

/** Connects the user's generations with the viewer, the history, the balance and the messages. */
export function useGenerator(userId: string | undefined, history: ThumbnailHistory) {
  const credits = useCredits(userId);
  const welcomeDueAt = useWelcomeDueAt(userId);
  const [wasRefused, setWasRefused] = useState(false);
  /** A press of Generate waits until the session and the link have loaded. */
  const [isPressed, setIsPressed] = useState(false);
  const generations = useGenerations();
  useUnfinishedGenerations(userId, (id) => history.find(id) !== undefined);
  const viewer = useViewer(userId, history, generations);
  const { request, confirmation, hasNoCredits } = useRequest(userId, {
    isBusy: viewer.isBusy,
    history,
    onOffline: viewer.showOffline,
    onConfirmed: (ownerId: string, input: ImageInput, count: number) => {
      setWasRefused(false);
      begin({ kind: 'image', userId: ownerId, input }, count);
      viewer.showBegun();
    },
  });
  useFreshBalance([...generations.all.values()].filter(isRunning), credits.refetch);
  const { isReading, repeat } = useRepeat((id) => {
    const made = generations.all.get(id);
    return made?.kind === 'image' ? made.input : undefined;
  }, request);

  useEnds((generation) => {
    const { kind, batchId, end } = generation;
    if (kind !== 'image' || isCanceled(end?.error)) return false;
    const isWatched = batchId === generations.watchedId;
    const isSideBySide = isWatched && viewer.variations !== undefined;
    if (end?.thumbnail) {
      history.add(end.thumbnail);
      if (isWatched && !isSideBySide) viewer.choose(end.thumbnail.id);
    } else if (isOutOfCredits(end?.error) && !isSideBySide) {
      setWasRefused(true);
      tellCredits(({ notifyOutOfCredits }) => notifyOutOfCredits(welcomeDueAt));
      return true;
    }
    return isWatched && (end?.thumbnail !== undefined || isSideBySide || showsFailure(generation));
  });

  return {
    ...viewer,
    /** Something is paid for, or read in order to pay for it. */
    isBusy: viewer.isBusy || isReading,
    isPressed,
    setIsPressed,
    isReading,
    repeat,
    notification: useNotification(),
    confirmation,
    isOutOfCredits: wasRefused || hasNoCredits,
    request: (...args: Parameters<typeof request>) => {
      if (!isReading) request(...args);
    },
    /** Cancels a generation that waits in line. */
    cancel: (id: string) => void cancel(id),
  };
}

/** Reads the balance again soon after each start, and when a generation begins to wait: its credits are already taken. */
function useFreshBalance(running: readonly Generation[], refetch: () => void): void {
  const read = useEffectEvent(refetch);
  const started = running.map(({ id, line }) => (line ? `${id} waits` : id)).join();
  useEffect(() => {
    if (started === '') return;
    const timer = setTimeout(() => read(), CHARGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [started]);
}

/** Reads the permission for system notifications. The browser asks for the permission only when the creator presses a button. */
function useNotification() {
  const [permission, setPermission] = useState(readPermission);
  return {
    /** Undefined if the creator has already decided, or if the browser has no notifications. */
    ask:
      permission === 'default' ? () => void Notification.requestPermission().then(setPermission) : undefined,
    isAllowed: permission === 'granted',
  };
}

export type Generator = ReturnType<typeof useGenerator>;
