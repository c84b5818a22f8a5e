import { useId } from 'react';
import type { ReactNode } from 'react';
import './field.css';

interface FieldProps {
  label: string;
  /** Receives the id for the control, which the label refers to. */
  children: (id: string) => ReactNode;
}

export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
