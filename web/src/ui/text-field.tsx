import type { ComponentProps } from 'react';
import { replaceControls } from '../lib/replace-controls.ts';
import { Field } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> {
  label: string;
  /** Stands below the input, and describes it. */
  error?: string | undefined;
  onChange?: (value: string) => void;
}

/** A labelled text of one line. Only a password keeps control characters. */
export const TextField = ({ label, error, onChange, ...input }: TextFieldProps) => (
  <Field label={label} error={error}>
    {(id, invalid) => (
      <input
        {...input}
        {...invalid}
        id={id}
        className="field-box"
        onChange={({ currentTarget: { type, value } }) =>
          onChange?.(type === 'password' ? value : replaceControls(value))
        }
      />
    )}
  </Field>
);
