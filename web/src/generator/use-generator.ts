import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PATHS } from '../app/paths.ts';
import type { Balance } from '../api/credits.ts';
import type { UsedHistory } from '../history/use-history.ts';
import { settledUser } from '../session/session-store.ts';
import type { User } from '../session/session-store.ts';
import { notify } from '../ui/notify.ts';
import { failureMessage, isOutOfCredits } from './failure.ts';
import { notifyOutOfCredits } from './out-of-credits.tsx';
import { useGeneration } from './use-generation.ts';

interface Circumstances {
  userId: string | undefined;
  balance: Balance;
  reloadBalance: () => void;
  history: UsedHistory;
}

export interface Wish {
  prompt: string;
  negativePrompt: string;
  model: string | undefined;
}

interface Question {
  user: User;
  wish: Wish;
}

/** What a press of Generate leads to: the sign-in page, a message, a question, or a thumbnail. */
export function useGenerator({ userId, balance, reloadBalance, history }: Circumstances) {
  const navigate = useNavigate();
  const [shownId, setShownId] = useState<string>();
  const [refused, setRefused] = useState(false);
  const [question, setQuestion] = useState<Question>();
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
        setRefused(true);
        notifyOutOfCredits();
        return;
      }
      const message = failureMessage(error);
      if (message !== undefined) notify.error(message);
    },
    onEnded: reloadBalance,
  });

  const exhausted = refused || (balance.status === 'known' && balance.value <= 0);

  function begin({ user, wish }: Question) {
    const { prompt, negativePrompt, model } = wish;
    setRefused(false);
    setAnnouncement('Generating');
    start({
      prompt: prompt.trim(),
      userId: user.id,
      ...(negativePrompt.trim() !== '' && { negativePrompt: negativePrompt.trim() }),
      ...(model !== undefined && { model }),
    });
  }

  async function request(wish: Wish) {
    if (wish.prompt.trim() === '' || startedAt !== undefined) return;
    const user = await settledUser();
    if (user === undefined) {
      notify.error('Please sign in to generate a thumbnail.');
      void navigate(PATHS.auth);
    } else if (balance.status === 'known' && balance.value <= 0) {
      notifyOutOfCredits();
    } else if (history.isFull(user.id)) {
      setQuestion({ user, wish });
    } else {
      begin({ user, wish });
    }
  }

  return {
    startedAt,
    shownId,
    show: setShownId,
    exhausted,
    announcement,
    request: (wish: Wish) => void request(wish),
    /** Set while the creator is asked whether the oldest thumbnail may go. */
    question: question && {
      onContinue: () => {
        setQuestion(undefined);
        begin(question);
      },
      onCancel: () => {
        setQuestion(undefined);
        notify.info('Thumbnail generation cancelled.');
      },
    },
  };
}
