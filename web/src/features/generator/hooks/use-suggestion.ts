import { useEffect, useState } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import { explain } from '../../../api/error-sentences.ts';
import { hasCode } from '../../../api/errors.ts';
import { improvePrompt } from '../api.ts';
import { isOffline } from '../../../lib/online.ts';
import { countCharacters } from '../model/prompt-length.ts';

type SuggestionState =
  | { status: 'loading' }
  | { status: 'ready'; text: string }
  /** `canRetry`: the same idea may get a suggestion later. */
  | { status: 'failed'; message: string; canRetry: boolean };

/** Requests one suggestion for an idea. Leaving cancels the request. */
export function useSuggestion(idea: string): SuggestionState {
  const [state, setState] = useState<SuggestionState>(() => checkIdea(idea) ?? { status: 'loading' });

  useEffect(() => {
    if (checkIdea(idea)) return;
    const left = new AbortController();
    // Strict mode runs an effect twice, and each request counts against the user's limit.
    const timer = setTimeout(() => {
      improvePrompt(idea, left.signal).then(
        (text) => setState({ status: 'ready', text }),
        (error: unknown) => {
          if (!left.signal.aborted) setState(describeError(error));
        },
      );
    });
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [idea]);

  return state;
}

/** Why an idea is not sent. */
function checkIdea(idea: string): SuggestionState | undefined {
  if (isOffline()) {
    return { status: 'failed', message: 'You are offline. Nothing was sent.', canRetry: true };
  }
  if (countCharacters(idea) <= LIMITS.ideaLength) return undefined;
  const message = `Improve is for short ideas. Shorten the prompt to ${LIMITS.ideaLength} characters.`;
  return { status: 'failed', message, canRetry: false };
}

function describeError(error: unknown): SuggestionState {
  const message = `${explain(error)}.`;
  if (hasCode(error, 'content_filtered')) {
    return { status: 'failed', message: `${message} Change the wording.`, canRetry: false };
  }
  return { status: 'failed', message, canRetry: true };
}
