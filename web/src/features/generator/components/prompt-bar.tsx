import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useEarlyInput } from '../../../lib/use-early-input.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { GeneratorForm } from '../hooks/use-generator-form.ts';
import type { Generator } from '../hooks/use-generator.ts';
import { countCharacters } from '../model/prompt-length.ts';
import { ImprovePrompt } from './improve/improve-prompt.tsx';
import './prompt-bar.css';

const readText = ({ value }: HTMLTextAreaElement) => value;

/** The length from which the counter is visible. */
const COUNTER_FROM = GENERATOR_LIMITS.promptLength - 200;

const COUNTS = [
  { value: '1', label: 'One image', content: <Count count={1} unit="image" /> },
  { value: '3', label: 'Three images', content: <Count count={3} unit="images" /> },
] as const;

interface PromptBarProps {
  form: GeneratorForm;
  generator: Pick<Generator, 'isBusy' | 'isOutOfCredits'>;
  /** A visitor makes one image, without a suggestion or a reference image. */
  isVisitor: boolean;
  referencePanelId: string;
  /** The card of the link in the prompt. */
  children: ReactNode;
}

/** The prompt, which grows with its text, and Generate. Enter generates, Shift+Enter starts a line. A wide window has them in one row. */
export function PromptBar(props: PromptBarProps) {
  const { form, isVisitor, children } = props;
  const { promptField: field, prompt, setPrompt, reference, promptError: error } = form;
  const { isBusy } = props.generator;
  const id = useId();
  useEarlyInput(field, readText, prompt, setPrompt);

  return (
    <div className="prompt">
      <div className={isVisitor ? 'prompt-bar' : 'prompt-bar has-improve'}>
        <textarea
          ref={field}
          name="prompt"
          rows={2}
          dir="auto"
          aria-label="Thumbnail idea"
          placeholder="Enter thumbnail idea or YouTube channel / video to use as reference"
          autoComplete="off"
          enterKeyHint="go"
          value={prompt}
          disabled={isBusy}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submitForm(event);
          }}
        />
        {!isVisitor && (
          <ImprovePrompt
            prompt={prompt}
            // Without an idea, Improve waits until the link is known.
            idea={reference.isLoading ? '' : reference.text}
            link={reference.link?.url}
            disabled={isBusy}
            onReplace={form.replacePrompt}
          />
        )}
        {children}
        <PromptFoot {...props} />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** The row with Generate, the number of images and the cost. Above the row are the names of reference images that are not used. */
function PromptFoot({ form, generator, isVisitor, referencePanelId }: PromptBarProps) {
  const { prompt, count, setCount, cost } = form;
  const { isBusy, isOutOfCredits } = generator;
  const unusedImages = isVisitor ? [] : form.reference.unusedImages;
  const id = useId();
  const length = countCharacters(prompt);
  return (
    <>
      {unusedImages.length > 0 && (
        <div className="prompt-unused">
          <p id={`${id}-unused`}>{`Not used: ${unusedImages.map(({ file }) => file.name).join(', ')}`}</p>
          <Button variant="quiet" popoverTarget={referencePanelId}>
            Choose a purpose
          </Button>
        </div>
      )}
      <div className="prompt-foot">
        {length >= COUNTER_FROM && (
          <span className="prompt-counter" data-over={length > GENERATOR_LIMITS.promptLength}>
            {`${length.toLocaleString('en-GB')} / ${GENERATOR_LIMITS.promptLength.toLocaleString('en-GB')}`}
          </span>
        )}
        {!isVisitor && (
          <Segmented
            label="Number of images"
            options={COUNTS}
            value={count === 1 ? '1' : '3'}
            onChange={(next) => setCount(Number(next))}
          />
        )}
        <span id={`${id}-cost`} className="prompt-cost">
          {cost !== undefined && formatCredits(cost)}
        </span>
        <Button
          // One button is filled: below an image it is Finish, unless the box asks for another image.
          variant={isOutOfCredits ? 'outline' : form.isFinishNext ? 'brand' : 'primary'}
          type="submit"
          aria-describedby={unusedImages.length > 0 ? `${id}-cost ${id}-unused` : `${id}-cost`}
          disabled={isBusy || prompt.trim() === ''}
        >
          {isBusy ? (
            <>
              <Spinner /> <span>Generating...</span>
            </>
          ) : (
            'Generate'
          )}
        </Button>
      </div>
    </>
  );
}

/** A phone has room for the number only. */
function Count({ count, unit }: { count: number; unit: string }) {
  return (
    <>
      <span>{count}</span> <span className="count-unit">{unit}</span>
    </>
  );
}

/** Submits the form of a text area instead of starting a line. An Enter that only ends an input method's word does neither. */
function submitForm(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface NegativePromptProps {
  form: GeneratorForm;
  isOutOfCredits: boolean;
}

/** The field for things that the image must not show. If the credits are used up, the ways to get credits are below the field. */
export function NegativePrompt({ form, isOutOfCredits }: NegativePromptProps) {
  const { negativeField: field, negativePrompt } = form;
  const change = (value: string) => form.changeForm({ negativePrompt: value });
  useEarlyInput(field, readText, negativePrompt, change);
  return (
    <>
      <Field label="Negative prompt" error={form.negativeError}>
        {(id, invalid) => (
          <textarea
            ref={field}
            id={id}
            name="negative-prompt"
            {...invalid}
            rows={1}
            dir="auto"
            placeholder="blur, watermarks"
            autoComplete="off"
            value={negativePrompt}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitForm(event);
            }}
          />
        )}
      </Field>
      {isOutOfCredits && (
        <LinkButton className="buy-more" variant="primary" to={PATHS.buyCredits}>
          Buy More Credits
        </LinkButton>
      )}
    </>
  );
}
