import { useState } from 'react';
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
import type { GenerationInput, Run } from '../model/runs.ts';
import { describeEnd } from '../model/viewer-content.ts';
import { useNotification } from './use-notification.ts';
import { useRepeat } from './use-repeat.ts';
import { useRequest } from './use-request.ts';
import { useRuns } from './use-runs.ts';
import { useViewer } from './use-viewer.ts';

const ONCE = { count: 1, cost: undefined };

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
    request: (input: GenerationInput) => void request(input, ONCE),
    /** Cancels a generation that waits in line. */
    cancel: (id: string) =>
      void runs.cancel(id).catch((error: unknown) => {
        const message = describeCancelFailure(error);
        if (message !== undefined) notify.error(message);
      }),
  };
}

export type Generator = ReturnType<typeof useGenerator>;
