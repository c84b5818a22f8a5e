import { useId } from 'react';
import type { ReactNode } from 'react';
import './field.css';

interface FieldProps {
  label: string;
  /** Receives the id that ties the control to its label. */
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
