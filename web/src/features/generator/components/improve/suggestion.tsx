import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { hasCode } from '../../../../api/errors.ts';
import { AskStatus } from '../../../../ui/ask-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { improvePrompt, useSuggestion } from '../../../../api/suggestions.ts';
import { countCharacters } from '../../model/prompt-length.ts';
import './suggestion.css';

export interface SuggestionProps {
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
  const state = useSuggestionFor(idea, onClose);
  const isLoading = state.status === 'loading';
  const [used, setUsed] = useState<{ before: string; after?: string }>();

  // The first change of the prompt after its use is the replacement itself.
  if (used && used.after === undefined && prompt !== used.before) setUsed({ ...used, after: prompt });
  const isEdited = used?.after !== undefined && used.after !== prompt;
  const isOver = used?.after !== undefined && (disabled || !isEditedPrompt(prompt, used.after));
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);

  if (used) {
    const undo = () => {
      onUndo(used.before);
      onClose();
    };
    return <UsedSuggestion {...{ isEdited, disabled, onClose }} onUndo={undo} />;
  }
  return (
    <div ref={scrollIntoView} className="suggestion" data-state={state.status} aria-busy={isLoading}>
      <AskStatus className="suggestion-text" dir="auto" state={state} loading="Writing a suggestion...">
        {state.status === 'ready' && <p>{state.data}</p>}
      </AskStatus>
      {state.status === 'ready' && (
        <Button
          variant="brand"
          disabled={disabled}
          onClick={() => {
            setUsed({ before: prompt });
            onUse(state.data);
          }}
        >
          Use
        </Button>
      )}
      {state.status === 'failed' && state.canRetry && (
        <Button variant="outline" onClick={onRetry}>
          Retry
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        {isLoading ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  );
}

interface UsedSuggestionProps {
  isEdited: boolean;
  disabled: boolean;
  onUndo: () => void;
  onClose: () => void;
}

const UsedSuggestion = ({ isEdited, disabled, onUndo, onClose }: UsedSuggestionProps) => (
  <div className="suggestion" data-state="used">
    <p role="status">{isEdited ? 'You have edited the suggestion.' : 'The suggestion is in the prompt.'}</p>
    <Button variant="outline" disabled={disabled} onClick={onUndo}>
      Undo
    </Button>
    <Button variant="quiet" onClick={onClose}>
      Keep
    </Button>
  </div>
);

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const KEPT_LENGTH = 12;

/** A prompt that neither begins nor ends as before is another prompt. */
const isEditedPrompt = (prompt: string, before: string): boolean =>
  prompt.startsWith(before.slice(0, KEPT_LENGTH)) || prompt.endsWith(before.slice(-KEPT_LENGTH));

/** Asks for one suggestion for an idea. A long idea is not sent. @param onBack as in `useSuggestion` */
function useSuggestionFor(idea: string, onBack: () => void) {
  const { state, ask, fail } = useSuggestion<string>(undefined, onBack);
  const start = useEffectEvent(() => {
    if (countCharacters(idea) <= LIMITS.ideaLength) ask((signal) => improvePrompt(idea, signal));
    else fail(`Improve is for short ideas. Shorten the prompt to ${LIMITS.ideaLength} characters.`);
  });

  useEffect(() => {
    // Strict mode runs an effect twice, and each request counts against the user's limit.
    const timer = setTimeout(() => start());
    return () => clearTimeout(timer);
  }, []);

  if (state.status === 'idle') return LOADING;
  const isDeclined = state.status === 'failed' && hasCode(state.error, 'content_filtered');
  return isDeclined ? { ...state, message: `${state.message} Change the wording.` } : state;
}

const LOADING = { status: 'loading' } as const;
