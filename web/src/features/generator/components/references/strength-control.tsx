import { useId } from 'react';
import type { Strength } from '../../hooks/use-reference.ts';
import './strength-control.css';

const LABELS = { loose: 'Loose', close: 'Close' } as const satisfies Record<Strength, string>;

interface StrengthControlProps {
  strength: Strength;
  onChange: (strength: Strength) => void;
}

/** How closely the thumbnail follows the style. */
export function StrengthControl({ strength, onChange }: StrengthControlProps) {
  const name = useId();
  return (
    <fieldset className="strength">
      <legend className="visually-hidden">How closely to follow the style</legend>
      {(['loose', 'close'] as const).map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={strength === option} onChange={() => onChange(option)} />
          {LABELS[option]}
        </label>
      ))}
    </fieldset>
  );
}
