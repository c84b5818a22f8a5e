import { useId } from 'react';
import type { ReactNode } from 'react';
import './field.css';

interface FieldProps {
  label: string;
  /** Stands below the control, and describes it. */
  error?: string | undefined;
  /** Receives the id for the control, which the label refers to, and the attributes of a control with an error. */
  children: (id: string, invalid?: { 'aria-invalid': true; 'aria-describedby': string }) => ReactNode;
}

export function Field({ label, error, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id, error === undefined ? undefined : { 'aria-invalid': true, 'aria-describedby': errorId })}
      {error !== undefined && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
