import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../../../../../contract/limits.ts';
import { explain } from '../../../../api/error-sentences.ts';
import { hasCode } from '../../../../api/errors.ts';
import { isOffline } from '../../../../lib/online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { improvePrompt } from '../../../../api/suggestions.ts';
import { countCharacters } from '../../model/prompt-length.ts';
import './suggestion.css';

interface SuggestionProps {
  idea: string;
  /** The prompt as it is now. */
  prompt: string;
  disabled: boolean;
  onUse: (text: string) => void;
  /** Brings the prompt back that the suggestion replaced. */
  onUndo: (prompt: string) => void;
  onRetry: () => void;
  onClose: () => void;
}

/** The suggestion for an idea. It has one height until it is used or dismissed, so that nothing moves when it arrives. */
export default function Suggestion({
  idea,
  prompt,
  disabled,
  onUse,
  onUndo,
  onRetry,
  onClose,
}: SuggestionProps) {
  const suggestion = useSuggestion(idea);
  const [used, setUsed] = useState<{ before: string; after?: string }>();

  // The first change of the prompt after its use is the replacement itself.
  if (used && used.after === undefined && prompt !== used.before) setUsed({ ...used, after: prompt });
  const isEdited = used?.after !== undefined && used.after !== prompt;
  const isOver = used?.after !== undefined && (disabled || !isEditOf(prompt, used.after));
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);

  if (used) {
    return (
      <div className="suggestion" data-state="used">
        <p role="status">
          {isEdited ? 'You have edited the suggestion.' : 'The suggestion is in the prompt.'}
        </p>
        <Button
          variant="outline"
          disabled={disabled}
          onClick={() => {
            onUndo(used.before);
            onClose();
          }}
        >
          Undo
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep
        </Button>
      </div>
    );
  }
  return (
    <div className="suggestion" data-state={suggestion.status} aria-busy={suggestion.status === 'loading'}>
      <p className="suggestion-text" role="status" dir="auto">
        {suggestion.status === 'loading' && (
          <>
            <Spinner /> Writing a suggestion...
          </>
        )}
        {suggestion.status === 'ready' && suggestion.text}
        {suggestion.status === 'failed' && suggestion.message}
      </p>
      {suggestion.status === 'ready' && (
        <Button
          variant="brand"
          disabled={disabled}
          onClick={() => {
            setUsed({ before: prompt });
            onUse(suggestion.text);
          }}
        >
          Use
        </Button>
      )}
      {suggestion.status === 'failed' && suggestion.canRetry && (
        <Button variant="outline" onClick={onRetry}>
          Retry
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        {suggestion.status === 'loading' ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  );
}

const KEPT_LENGTH = 12;

/** A prompt that neither begins nor ends as before is another prompt. */
const isEditOf = (prompt: string, before: string): boolean =>
  prompt.startsWith(before.slice(0, KEPT_LENGTH)) || prompt.endsWith(before.slice(-KEPT_LENGTH));

type SuggestionState =
  | { status: 'loading' }
  | { status: 'ready'; text: string }
  /** `canRetry`: the same idea may get a suggestion later. */
  | { status: 'failed'; message: string; canRetry: boolean };

/** Requests one suggestion for an idea. Leaving cancels the request. */
function useSuggestion(idea: string): SuggestionState {
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
