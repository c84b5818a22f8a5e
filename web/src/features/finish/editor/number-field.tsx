import { useState } from 'react';
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

/** A whole number that follows the layer, except while the creator is typing one. A number beyond a limit becomes the limit. */
export function NumberField({ label, name, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className="number-field">
      {label !== undefined && <span aria-hidden="true">{label}</span>}
      <input
        type="number"
        aria-label={name}
        min={least}
        max={most}
        value={typed ?? String(Math.round(value))}
        onChange={({ currentTarget }) => {
          const number = currentTarget.valueAsNumber;
          const next = clamp(Math.round(number), least, most);
          // An empty field, or a minus, is the start of a number.
          setTyped(Number.isFinite(next) ? String(next) : currentTarget.value);
          if (Number.isFinite(next)) onChange(next);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
