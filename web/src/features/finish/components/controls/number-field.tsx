import { useState } from 'react';

interface NumberFieldProps {
  /** Visible. */
  label: string;
  /** For screen readers, where the label is short. It contains the label. */
  name: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A number that follows the layer, except while the creator is typing one. */
export function NumberField({ label, name, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className="number-field">
      <span aria-hidden="true">{label}</span>
      <input
        className="field-box"
        type="number"
        step="any"
        aria-label={name}
        min={least}
        max={most}
        value={typed ?? String(Math.round(value * 10) / 10)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          const next = currentTarget.valueAsNumber;
          if (Number.isFinite(next)) onChange(next);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
