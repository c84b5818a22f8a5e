import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUnfinishedGenerations } from '../../api/generations.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { useCredits, useWelcomeDueAt } from '../../api/read-credits.ts';
import { isOffline } from '../../lib/online.ts';
import { SIGN_UP_PATH } from '../../lib/paths.ts';
import { waitForUser } from '../../session/session-store.ts';
import { notify } from '../../ui/notify.ts';
import {
  describeCancelFailure,
  describeFailure,
  isCanceled,
  isOutOfCredits,
  notifyCanceled,
  notifyOutOfCredits,
  notifyTooFewCredits,
  OFFLINE,
} from './generation-errors.tsx';
import type { GenerationInput } from './generation-input.ts';
import type { GeneratorHistory } from './generator-history.ts';
import type { LinePosition } from './generate.ts';
import { useGeneration } from './use-generation.ts';
import { useNotification } from './use-notification.ts';
import { usePreview } from './use-preview.ts';
import type { Progress } from './use-preview.ts';
import { useRepeat } from './versions/use-repeat.ts';
import type { Repetition } from './versions/use-repeat.ts';
import { useVersions } from './versions/use-versions.ts';
import { isRunning } from './versions/version.ts';
import type { Versions } from './versions/version.ts';

type ConfirmedInput = GenerationInput & { userId: string; count: number };

const ONCE: Repetition = { count: 1, cost: undefined };

/** Decides what a press of Generate does: open the sign-in page, show a message, ask for confirmation, or generate. */
export function useGenerator(userId: string | undefined, history: GeneratorHistory) {
  const navigate = useNavigate();
  const credits = useCredits(userId);
  const welcomeDueAt = useWelcomeDueAt(userId);
  const [wasRefused, setWasRefused] = useState(false);
  const [toConfirm, setToConfirm] = useState<ConfirmedInput>();
  const preview = usePreview(userId, history);
  const lastInput = useRef<GenerationInput>(undefined);
  const { remember, ...repetition } = useRepeat(request);

  const notification = useNotification();
  const knownIds = useRef(new Set<string>());

  const { startedAt, line, start, follow, stopWaiting, cancel } = useGeneration(userId, knownIds, {
    onFinished: (thumbnail, isAwaited) => {
      history.add(thumbnail);
      notification.send();
      if (isAwaited && lastInput.current) remember(thumbnail.id, lastInput.current);
      if (isAwaited) preview.showNew(thumbnail);
      else notify.success('Your thumbnail has arrived in Previous Thumbnails.');
    },
    onFailed: (error, isAwaited) => {
      if (isOutOfCredits(error)) {
        setWasRefused(true);
        notifyOutOfCredits(welcomeDueAt);
        return;
      }
      if (isCanceled(error)) {
        notifyCanceled();
        return;
      }
      const failure = describeFailure(error);
      if (isAwaited) preview.setFailure(failure);
      else if (failure) notify.error(failure.message);
    },
    onCanceled: notifyCanceled,
    onCancelFailed: (error) => notify.error(describeCancelFailure(error)),
    onEnded: credits.refetch,
  });

  const versions = useVersions(userId, knownIds, {
    onFinished: (thumbnail, isShown) => {
      history.add(thumbnail);
      notification.send();
      if (lastInput.current) remember(thumbnail.id, lastInput.current);
      if (!isShown) notify.success('Your thumbnail has arrived in Previous Thumbnails.');
    },
    onCanceled: notifyCanceled,
    onCancelFailed: (error) => notify.error(describeCancelFailure(error)),
    onEnded: credits.refetch,
  });
  const isBusy = startedAt !== undefined || versions.isRunning;

  useUnfinishedGenerations(userId, (generations) => {
    const others = generations.filter(({ id }) => !knownIds.current.has(id) && !history.find(id));
    const isPreviewFree = !isBusy && !versions.shown;
    if (isPreviewFree && others.length > 0) {
      lastInput.current = undefined;
      preview.clear();
    }
    follow(others, isPreviewFree);
  });

  const hasNoCredits = credits.status === 'success' && credits.data <= 0;

  function begin({ userId: ownerId, count, ...input }: ConfirmedInput) {
    const { prompt, negativePrompt, model, video, image, channelUrl } = input;
    lastInput.current = input;
    setWasRefused(false);
    preview.clear();
    versions.clear();
    preview.scrollIntoView();
    const request = {
      prompt: prompt.trim(),
      userId: ownerId,
      ...(negativePrompt.trim() !== '' && { negativePrompt: negativePrompt.trim() }),
      ...(model !== undefined && { model }),
      ...(video && { reference: video }),
    };
    if (count === 1) start(request, { image, channelUrl });
    else versions.start(request, image);
  }

  async function request(input: GenerationInput, { count, cost = 0 }: Repetition) {
    if (input.prompt.trim() === '' || isBusy) return;
    if (isOffline()) {
      versions.hide();
      preview.setFailure(OFFLINE);
      preview.scrollIntoView();
      return;
    }
    const user = await waitForUser();
    if (user === undefined) {
      notify.error('Please sign in to generate a thumbnail.');
      void navigate(SIGN_UP_PATH);
    } else if (hasNoCredits) {
      notifyOutOfCredits(welcomeDueAt);
    } else if (count > 1 && credits.status === 'success' && credits.data < cost) {
      notifyTooFewCredits(cost, credits.data);
    } else if (history.findReplaced(user.id, count).length > 0) {
      setToConfirm({ ...input, userId: user.id, count });
    } else {
      begin({ ...input, userId: user.id, count });
    }
  }

  return {
    startedAt,
    /** The place of a generation that waits in line. */
    line,
    stopWaiting,
    cancel: () => void cancel(),
    notification,
    preview,
    versions,
    ...repetition,
    /** The thumbnail in the preview. Undefined while the preview shows something else. */
    shownId: isBusy || versions.shown ? undefined : preview.thumbnail?.id,
    show: (thumbnail: Thumbnail) => {
      versions.hide();
      preview.show(thumbnail);
    },
    /** The preview waits for one or for several generations. */
    isBusy,
    isOutOfCredits: wasRefused || hasNoCredits,
    /** What the browser's tab shows and a screen reader hears. */
    progress: findProgress(startedAt, line) ?? findOutcome(versions.shown, preview.outcome),
    request: (input: GenerationInput) => void request(input, ONCE),
    /** Set while the user is asked whether the oldest thumbnail may be replaced. */
    confirmation: toConfirm && {
      replaced: history.findReplaced(toConfirm.userId, toConfirm.count),
      count: toConfirm.count,
      onContinue: () => {
        setToConfirm(undefined);
        begin(toConfirm);
      },
      onCancel: () => {
        setToConfirm(undefined);
        notify.info('Thumbnail generation cancelled.');
      },
    },
  };
}

function findProgress(startedAt: number | undefined, line: LinePosition | undefined) {
  if (line) return 'waiting' as const;
  return startedAt === undefined ? undefined : ('generating' as const);
}

/** Versions are done when all have ended and one has a thumbnail. */
function findOutcome(shown: Versions | undefined, ofPreview: Progress): Progress {
  if (!shown) return ofPreview;
  const running = shown.versions.filter(isRunning);
  if (running.length > 0) return running.every(({ line }) => line) ? 'waiting' : 'generating';
  return shown.versions.some(({ thumbnail }) => thumbnail) ? 'done' : 'failed';
}
