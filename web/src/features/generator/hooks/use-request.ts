import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCredits, useWelcomeDueAt } from '../../../api/read-credits.ts';
import { isOffline } from '../../../lib/online.ts';
import { SIGN_UP_PATH } from '../../../lib/paths.ts';
import { useConsent } from '../../../lib/use-consent.ts';
import { waitForUser } from '../../../session/session-store.ts';
import { notify } from '../../../ui/notify.ts';
import { notifyOutOfCredits, notifyTooFewCredits } from '../model/generation-errors.tsx';
import type { GenerationInput } from '../model/runs.ts';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';

interface UseRequestOptions {
  /** The viewer waits for a run. */
  isBusy: boolean;
  history: ThumbnailHistory;
  onOffline: () => void;
  onConfirmed: (userId: string, input: GenerationInput, count: number) => void;
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
  async function request(input: GenerationInput, count: number, cost = 0) {
    if (input.prompt.trim() === '' || isBusy) return;
    if (isOffline()) {
      onOffline();
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
    } else if (!replaceConsent.isGiven && history.findReplaced(user.id, count).length > 0) {
      setAsked([user.id, input, count]);
    } else {
      onConfirmed(user.id, input, count);
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
