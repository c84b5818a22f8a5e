import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCredits } from '../../api/read-credits.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { PATHS } from '../../lib/paths.ts';
import { waitForUser } from '../../session/session-store.ts';
import { notify } from '../../ui/notify.ts';
import { failureMessage, isOutOfCredits, notifyOutOfCredits } from './generation-errors.tsx';
import { useGeneration } from './use-generation.ts';

export interface GenerationInput {
  prompt: string;
  negativePrompt: string;
  model: string | undefined;
}

/** The part of the thumbnail history that the generator uses. */
export interface GeneratorHistory {
  find: (id: string) => Thumbnail | undefined;
  isFull: (userId: string) => boolean;
  add: (thumbnail: Thumbnail) => void;
  onImageLoad: (thumbnail: Thumbnail) => void;
  onImageError: (thumbnail: Thumbnail) => void;
}

type ConfirmedInput = GenerationInput & { userId: string };

/** Decides what a press of Generate does: open the sign-in page, show a message, ask for confirmation, or generate. */
export function useGenerator(userId: string | undefined, history: GeneratorHistory) {
  const navigate = useNavigate();
  const credits = useCredits(userId);
  const [shownId, setShownId] = useState<string>();
  const [wasRefused, setWasRefused] = useState(false);
  const [toConfirm, setToConfirm] = useState<ConfirmedInput>();
  const [announcement, setAnnouncement] = useState('');

  const { startedAt, start } = useGeneration(userId, {
    onFinished: (thumbnail) => {
      history.add(thumbnail);
      setShownId(thumbnail.id);
      setAnnouncement('Done');
    },
    onFailed: (error) => {
      setAnnouncement('');
      if (isOutOfCredits(error)) {
        setWasRefused(true);
        notifyOutOfCredits();
        return;
      }
      const message = failureMessage(error);
      if (message !== undefined) notify.error(message);
    },
    onEnded: credits.refetch,
  });

  const hasNoCredits = credits.status === 'success' && credits.data <= 0;

  function begin({ userId: ownerId, prompt, negativePrompt, model }: ConfirmedInput) {
    setWasRefused(false);
    setAnnouncement('Generating');
    start({
      prompt: prompt.trim(),
      userId: ownerId,
      ...(negativePrompt.trim() !== '' && { negativePrompt: negativePrompt.trim() }),
      ...(model !== undefined && { model }),
    });
  }

  async function request(input: GenerationInput) {
    if (input.prompt.trim() === '' || startedAt !== undefined) return;
    const user = await waitForUser();
    if (user === undefined) {
      notify.error('Please sign in to generate a thumbnail.');
      void navigate(PATHS.auth);
    } else if (hasNoCredits) {
      notifyOutOfCredits();
    } else if (history.isFull(user.id)) {
      setToConfirm({ ...input, userId: user.id });
    } else {
      begin({ ...input, userId: user.id });
    }
  }

  return {
    startedAt,
    shownId,
    show: setShownId,
    isOutOfCredits: wasRefused || hasNoCredits,
    announcement,
    request: (input: GenerationInput) => void request(input),
    /** Set while the user is asked whether the oldest thumbnail may be replaced. */
    confirmation: toConfirm && {
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
