import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { useSuggestion } from '../../../api/suggestions.ts';
import { formatCredits } from '../../../lib/format.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { AskStatus } from '../../../ui/ask-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { suggestEdit } from './suggest-edit.ts';
import { describeSuggestion } from './describe-suggestion.ts';
import { TextIcon } from '../editor/icons.tsx';
import { TOOL_ICONS } from './tool-icons.tsx';
import './ask-field.css';

export type Suggested = Exclude<EditSuggestion, { kind: 'unclear' }>;

interface AskFieldProps {
  thumbnailId: string;
  /** The services of the stage, with their prices. */
  services: SiteConfig['edits'];
  /** An edit is running. */
  disabled: boolean;
  /** The creator has seen the operation and its price, and goes on. */
  onAccept: (suggestion: Suggested) => void;
}

/** The field "Say what to change": a sentence becomes one operation, which is shown with its price before it runs. */
export default function AskField({ thumbnailId, services, disabled, onAccept }: AskFieldProps) {
  const [instruction, setInstruction] = useState('');
  const { state, ask, reset } = useSuggestion<EditSuggestion>();
  const answer = state.status === 'ready' ? state.data : undefined;
  const suggestion = answer?.kind === 'unclear' ? undefined : answer;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const sentence = instruction.trim();
    if (disabled || !hasVisibleCharacter(sentence)) return;
    ask((signal) => suggestEdit(thumbnailId, sentence, signal));
  };
  return (
    <form className="ask-field" aria-label="Say what to change" onSubmit={submit}>
      <Field label="Say what to change">
        {(id) => (
          <textarea
            id={id}
            className="field-box"
            rows={2}
            dir="auto"
            maxLength={LIMITS.instructionLength}
            placeholder="Make the flags red, more room on the left, bigger headline"
            value={instruction}
            onChange={({ currentTarget }) => {
              setInstruction(replaceControls(currentTarget.value));
              reset();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      <AskStatus className="ask-answer" state={state} loading="Reading your sentence...">
        {answer?.kind === 'unclear' && <p>{answer.question}</p>}
        {suggestion && <Operation suggestion={suggestion} />}
      </AskStatus>
      {suggestion ? (
        <Acceptance
          suggestion={suggestion}
          services={services}
          disabled={disabled}
          onAccept={() => {
            setInstruction('');
            reset();
            onAccept(suggestion);
          }}
        />
      ) : (
        <Button
          variant="outline"
          type="submit"
          disabled={disabled || state.status === 'loading' || !hasVisibleCharacter(instruction)}
        >
          Show the change
        </Button>
      )}
    </form>
  );
}

function Operation({ suggestion }: { suggestion: Suggested }) {
  const { name, words } = describeSuggestion(suggestion);
  const { kind } = suggestion;
  const OperationIcon = kind === 'design' ? TextIcon : TOOL_ICONS[kind === 'fill' ? 'move' : kind];
  return (
    <p className="ask-operation">
      <OperationIcon />
      <span dir="auto">
        <strong>{name}</strong> <span>{words}</span>
      </span>
    </p>
  );
}

interface AcceptanceProps extends Pick<AskFieldProps, 'services' | 'disabled'> {
  suggestion: Suggested;
  onAccept: () => void;
}

/** The price, and the button that goes on. */
function Acceptance({ suggestion, services, disabled, onAccept }: AcceptanceProps) {
  const { action, service } = describeSuggestion(suggestion);
  const offered = services.find((each) => each.service === service);
  if (service !== undefined && !offered) return <p className="ask-price">This tool is not offered here.</p>;
  const price = offered ? formatCredits(offered.cost) : 'Free';
  return (
    <div className="ask-accept">
      <span className="ask-price">{price}</span>
      <Button variant="primary" disabled={disabled} onClick={onAccept}>
        {action}
      </Button>
    </div>
  );
}
