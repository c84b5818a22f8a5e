import { useState } from 'react';
import type { ComponentProps } from 'react';
import { createIcon } from '../../../ui/icons.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const EYE =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6';
const EyeIcon = createIcon(EYE);
const CrossedEyeIcon = createIcon(`${EYE}M4 4l16 16`);

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string;
}

/** A password, which a button shows as text. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label}>
      {(id) => (
        <div className="password-box">
          <input
            {...input}
            id={id}
            className="field-box"
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setIsShown((current) => !current)}
          >
            {isShown ? <CrossedEyeIcon /> : <EyeIcon />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
