import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { hasCode, isInvalid } from '../../../../api/errors.ts';
import { isOffline } from '../../../../lib/online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
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
  const { state, isDeclined, canRetry } = useSuggestionFor(idea);
  const isLoading = state.status === 'idle' || state.status === 'loading';
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
    <div
      ref={scrollIntoView}
      className="suggestion"
      data-state={isLoading ? 'loading' : state.status}
      aria-busy={isLoading}
    >
      <p className="suggestion-text" role="status" dir="auto">
        {isLoading && (
          <>
            <Spinner /> <span>Writing a suggestion...</span>
          </>
        )}
        {state.status === 'ready' && <span>{state.data}</span>}
        {state.status === 'failed' && (
          <span>{isDeclined ? `${state.message} Change the wording.` : state.message}</span>
        )}
      </p>
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
      {canRetry && (
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

/** Asks for one suggestion for an idea, unless the idea cannot be sent. */
function useSuggestionFor(idea: string) {
  const { state, ask } = useSuggestion<string>();
  const [refusal] = useState(() => checkIdea(idea));
  const start = useEffectEvent(() => ask((signal) => improvePrompt(idea, signal)));

  useEffect(() => {
    if (refusal) return;
    // Strict mode runs an effect twice, and each request counts against the user's limit.
    const timer = setTimeout(() => start());
    return () => clearTimeout(timer);
  }, [refusal]);

  const isDeclined = state.status === 'failed' && hasCode(state.error, 'content_filtered');
  const canRetry = state.status === 'failed' && !isDeclined && !isInvalid(state.error);
  return refusal ?? { state, isDeclined, canRetry };
}

/** Why an idea is not sent. */
function checkIdea(idea: string) {
  const refuse = (message: string, canRetry: boolean) => ({
    state: { status: 'failed', message } as const,
    isDeclined: false,
    canRetry,
  });
  if (isOffline()) return refuse('You are offline. Nothing was sent.', true);
  if (countCharacters(idea) <= LIMITS.ideaLength) return undefined;
  return refuse(`Improve is for short ideas. Shorten the prompt to ${LIMITS.ideaLength} characters.`, false);
}
