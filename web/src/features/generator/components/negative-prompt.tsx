import type { Ref } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { submitForm } from './prompt-bar.tsx';

interface NegativePromptProps {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  /** Why it cannot be sent. */
  error: string | undefined;
  isOutOfCredits: boolean;
  onChange: (value: string) => void;
}

/** What the image is to leave out. Below it is what the page offers when the credits are used up. */
export function NegativePrompt({ ref, value, error, isOutOfCredits, onChange }: NegativePromptProps) {
  return (
    <div className="negative">
      <Field label="Negative prompt" error={error}>
        {(id, invalid) => (
          <textarea
            ref={ref}
            id={id}
            {...invalid}
            className="field-box"
            rows={3}
            dir="auto"
            placeholder="What to leave out: blur, watermarks, extra fingers"
            value={value}
            onChange={(event) => onChange(event.target.value)}
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
    </div>
  );
}
