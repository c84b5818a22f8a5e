import { useEffect, useEffectEvent, useState } from 'react';
import { describeCancelFailure } from '../../../api/error-sentences.ts';
import { useCredits, useWelcomeDueAt } from '../../../api/read-credits.ts';
import { notify } from '../../../ui/notify.ts';
import {
  isCanceled,
  isOutOfCredits,
  notifyCanceled,
  notifyOutOfCredits,
} from '../model/generation-errors.tsx';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';
import type { Run } from '../model/runs.ts';
import { describeEnd } from '../model/viewer-content.ts';
import { useNotification } from './status-signals.ts';
import { useRepeat, useRequest } from './use-request.ts';
import { useRuns } from './use-runs.ts';
import { useViewer } from './use-viewer.ts';

/** Long enough for the server to take the credits of a generation that has just started. */
const CHARGE_DELAY_MS = 1_000;

/** Connects the runs of the page with the viewer, the history, the balance and the messages. */
export function useGenerator(userId: string | undefined, history: ThumbnailHistory) {
  const credits = useCredits(userId);
  const welcomeDueAt = useWelcomeDueAt(userId);
  const notification = useNotification();
  const [wasRefused, setWasRefused] = useState(false);
  const runs = useRuns(userId, { isInHistory: (id) => history.find(id) !== undefined, onEnded: reportEnd });
  const viewer = useViewer(userId, history, runs);
  const { request, confirmation, hasNoCredits } = useRequest(userId, {
    isBusy: viewer.isBusy,
    history,
    onOffline: viewer.showOffline,
    onConfirmed: (...confirmed) => {
      setWasRefused(false);
      runs.begin(...confirmed);
      viewer.showBegun();
    },
  });
  useFreshBalance(
    runs.followers.map(({ run }) => run),
    credits.refetch,
  );
  const repetition = useRepeat((id) => runs.find(id)?.input, request);

  function reportEnd({ thumbnail, error }: Run, isWatched: boolean) {
    const isSideBySide = isWatched && viewer.variations !== undefined;
    credits.refetch();
    if (thumbnail) {
      history.add(thumbnail);
      notification.send();
      if (!isWatched) notify.success('Your thumbnail has arrived in Previous Thumbnails.');
      else if (!isSideBySide) viewer.choose(thumbnail.id);
    } else if (isCanceled(error)) {
      notifyCanceled();
    } else if (isOutOfCredits(error) && !isSideBySide) {
      setWasRefused(true);
      notifyOutOfCredits(welcomeDueAt);
    } else if (!isWatched) {
      const failure = describeEnd(error);
      if (failure) notify.error(failure.message);
    }
  }

  return {
    ...viewer,
    ...repetition,
    followers: runs.followers,
    notification,
    confirmation,
    isOutOfCredits: wasRefused || hasNoCredits,
    request,
    /** Cancels a generation that waits in line. */
    cancel: (id: string) =>
      void runs.cancel(id).catch((error: unknown) => {
        const message = describeCancelFailure(error);
        if (message !== undefined) notify.error(message);
      }),
  };
}

/** Reads the balance again soon after each start, and when a generation begins to wait: its credits are already taken. */
function useFreshBalance(running: readonly Run[], refetch: () => void): void {
  const read = useEffectEvent(refetch);
  const started = running.map(({ id, line }) => (line ? `${id} waits` : id)).join();
  useEffect(() => {
    if (started === '') return;
    const timer = setTimeout(() => read(), CHARGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [started]);
}

export type Generator = ReturnType<typeof useGenerator>;
