import { useState } from 'react';
import '../../../ui/label-field.css';
import { clamp } from './edit-design.ts';

interface NumberFieldProps {
  /** Visible. Without it, only the number is shown. */
  label?: string;
  /** For screen readers. */
  name: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/**
 * A whole number that follows the layer, except while the creator is typing. A number beyond a limit becomes the limit: a larger number at
 * once, and a smaller number, which may be the start of a number, when the field is left.
 */
export function NumberField({ label, name, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const shown = String(Math.round(value));
  /** Undo, or a slider beside the field, may have changed the value since. */
  const isStart = typed === '' || !Number.isFinite(Number(typed)) || Number(typed) < least;
  const end = () => {
    if (typed !== undefined && typed !== '' && Number(typed) < least) onChange(least);
    setTyped(undefined);
  };
  return (
    <label className="label-field number-field">
      {label !== undefined && <span aria-hidden="true">{label}</span>}
      <input
        type="number"
        aria-label={name}
        min={least}
        max={most}
        value={typed !== undefined && (isStart || typed === shown) ? typed : shown}
        onChange={({ currentTarget }) => {
          const next = clamp(Math.round(currentTarget.valueAsNumber), -Infinity, most);
          setTyped(Number.isFinite(next) ? String(next) : currentTarget.value);
          if (next >= least) onChange(next);
        }}
        onBlur={end}
        onKeyDown={({ key }) => key === 'Enter' && end()}
      />
    </label>
  );
}
