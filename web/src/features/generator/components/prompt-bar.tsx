import { useEffectEvent, useId, useLayoutEffect } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countCharacters } from '../model/prompt-length.ts';
import { ExamplePrompts } from './example-prompts.tsx';
import { ImprovePrompt } from './improve/improve-prompt.tsx';
import './prompt-bar.css';

/** From this length on, the counter is visible. */
const COUNTER_FROM = LIMITS.promptLength - 200;

interface PromptBarProps {
  prompt: string;
  onChange: (prompt: string) => void;
  isGenerating: boolean;
  /** Out of credits, another button of the page is the primary one. */
  isOutOfCredits: boolean;
  /** Visitors see what the examples look like. */
  isVisitor: boolean;
  /** Credits for one generation. Undefined until the settings have loaded. */
  cost: number | undefined;
  /** What a suggestion is made from. Undefined for a visitor, who gets none. */
  improvable: { idea: string; link: string | undefined } | undefined;
  /** Why the prompt cannot be sent. */
  error: string | undefined;
  /** The card of the link in the prompt. */
  children: ReactNode;
}

/** The prompt, which grows with its text, and Generate. Enter generates, Shift+Enter starts a line. */
export function PromptBar(props: PromptBarProps) {
  const { prompt, onChange, isGenerating, isOutOfCredits, isVisitor, cost, improvable, error, children } =
    props;
  const field = useRestoreFocus<HTMLTextAreaElement>(isGenerating);
  const id = useId();
  const length = countCharacters(prompt);

  // The user may type into the prerendered page before its script has loaded.
  const adoptTypedText = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed !== prompt) onChange(typed);
  });
  useLayoutEffect(() => adoptTypedText(), []);

  const replace = (text: string) => {
    if (!field.current || !replaceText(field.current, text)) onChange(text);
  };

  return (
    <div className="prompt">
      <div className={improvable ? 'prompt-bar has-improve' : 'prompt-bar'}>
        <textarea
          ref={field}
          rows={2}
          dir="auto"
          aria-label="Thumbnail idea"
          placeholder="Enter thumbnail idea or YouTube channel / video to use as reference"
          autoComplete="off"
          enterKeyHint="go"
          value={prompt}
          disabled={isGenerating}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submitForm(event);
          }}
        />
        {improvable && (
          <ImprovePrompt prompt={prompt} {...improvable} disabled={isGenerating} onReplace={replace} />
        )}
        {children}
        <div className="prompt-foot">
          {length >= COUNTER_FROM ? (
            <span className="prompt-counter" data-over={length > LIMITS.promptLength}>
              {length.toLocaleString('en-GB')} / {LIMITS.promptLength.toLocaleString('en-GB')}
            </span>
          ) : (
            <span className="prompt-keys">
              <kbd>Enter</kbd> generates, <kbd>Shift</kbd> + <kbd>Enter</kbd> starts a line
            </span>
          )}
          <span id={`${id}-cost`} className="prompt-cost">
            {cost !== undefined && formatCredits(cost)}
          </span>
          <Button
            variant={isOutOfCredits ? 'outline' : 'primary'}
            type="submit"
            aria-describedby={`${id}-cost`}
            disabled={isGenerating || prompt.trim() === ''}
          >
            {isGenerating ? (
              <>
                <Spinner /> Generating...
              </>
            ) : (
              'Generate'
            )}
          </Button>
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="prompt-error" role="alert">
          {error}
        </p>
      )}
      <ExamplePrompts disabled={isGenerating} hasPictures={isVisitor} onPick={replace} />
    </div>
  );
}

/**
 * Replaces the text as typing does, so that the browser's undo brings the old text back. The command is deprecated, but it
 * is the only one that all browsers record for undo: a new `value` and `setRangeText` clear the undo history.
 * @returns false when the browser refuses the command.
 */
export function replaceText(field: HTMLTextAreaElement, text: string): boolean {
  field.focus();
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing else replaces text with an undo step.
  return document.execCommand('insertText', false, text);
}

/** Submits the form of a text area instead of starting a line. An Enter that only ends an input method's word does neither. */
export function submitForm(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
