import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCredits, useWelcomeDueAt } from '../../../api/read-credits.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { comeBackTo } from '../../../lib/come-back.ts';
import { isOffline } from '../../../lib/online.ts';
import { PATHS, SIGN_UP_PATH } from '../../../lib/paths.ts';
import { useConsent } from '../../../lib/use-consent.ts';
import { reportLostCode } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import type * as Messages from '../model/credit-messages.tsx';
import type { ImageInput } from '../../../generations/generation.ts';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';

/** Shows a message about credits, whose code loads with the first message. */
export function tellCredits(tell: (messages: typeof Messages) => void): void {
  import('../model/credit-messages.tsx').then(tell).catch(reportLostCode);
}

interface UseRequestOptions {
  /** The viewer waits for a generation. */
  isBusy: boolean;
  history: ThumbnailHistory;
  onOffline: () => void;
  onConfirmed: (userId: string, input: ImageInput, count: number) => void;
}

/** Decides what a press of Generate does: open the sign-in page, show a message, ask for confirmation, or generate. */
export function useRequest(userId: string | undefined, options: UseRequestOptions) {
  const { isBusy, history, onOffline, onConfirmed } = options;
  const navigate = useNavigate();
  const credits = useCredits(userId);
  const welcomeDueAt = useWelcomeDueAt(userId);
  const [asked, setAsked] = useState<Parameters<typeof onConfirmed>>();
  const replaceConsent = useConsent(userId, 'replaceConsent');
  const hasNoCredits = credits.status === 'success' && credits.data <= 0;

  /** @param cost of all thumbnails. Undefined until the settings have loaded. */
  function request(input: ImageInput, count: number, cost = 0) {
    if (input.prompt.trim() === '' || isBusy) return;
    if (isOffline()) {
      onOffline();
      return;
    }
    if (userId === undefined) {
      notify.info('Please sign in to generate a thumbnail.');
      void navigate(SIGN_UP_PATH, { state: comeBackTo(PATHS.home, 'generate your thumbnail') });
    } else if (hasNoCredits) {
      tellCredits(({ notifyOutOfCredits }) => notifyOutOfCredits(welcomeDueAt));
    } else if (count > 1 && credits.status === 'success' && credits.data < cost) {
      const { data: balance } = credits;
      const makeOne = cost / count <= balance ? () => request(input, 1, cost / count) : undefined;
      tellCredits(({ notifyTooFewCredits }) => notifyTooFewCredits(cost, balance, makeOne));
    } else if (!replaceConsent.isGiven && history.findReplaced(userId, count).length > 0) {
      setAsked([userId, input, count]);
    } else {
      onConfirmed(userId, input, count);
    }
  }

  return {
    request,
    hasNoCredits,
    /** Set while the user is asked whether the oldest thumbnails may be replaced. */
    confirmation: asked && {
      replaced: history.findReplaced(asked[0], asked[2]),
      count: asked[2],
      /** @param askAgain the next time, on this device. */
      onContinue: (askAgain: boolean) => {
        if (!askAgain) replaceConsent.give();
        setAsked(undefined);
        onConfirmed(...asked);
      },
      onCancel: () => {
        setAsked(undefined);
        notify.info('Thumbnail generation cancelled.');
      },
    },
  };
}

const loadInput = (id: string, model: string | undefined) =>
  import('../model/read-input.ts').then((code) => code.readInputOrTell(id, model), reportLostCode);

/**
 * Repeats the request of a thumbnail, with a new seed.
 * @param findInput the input of a generation of this page. The server does not store reference images, so it is preferred.
 */
export function useRepeat(
  findInput: (id: string) => ImageInput | undefined,
  request: (input: ImageInput, count: number) => void,
) {
  const [isReading, setIsReading] = useState(false);

  /** @param model requested again, unless the thumbnail has a reference */
  async function repeat(thumbnail: Thumbnail, model: string | undefined) {
    setIsReading(true);
    const input = findInput(thumbnail.id) ?? (await loadInput(thumbnail.id, model));
    if (input) request(input, 1);
    setIsReading(false);
  }

  return { isReading, repeat: (...args: Parameters<typeof repeat>) => void repeat(...args) };
}
