import { useId, useRef } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useEarlyInput } from '../lib/use-early-input.ts';
import './segmented.css';

interface Option<Value extends string> {
  value: Value;
  label: string;
  /** Shown instead of the label. */
  content?: ReactNode;
  style?: CSSProperties;
}

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few choices, all in view. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const readChecked = (fields: HTMLFieldSetElement) => {
    const checked = fields.querySelector<HTMLInputElement>(':checked')?.value;
    return options.find((option) => option.value === checked)?.value;
  };
  useEarlyInput(group, readChecked, value, onChange);
  return (
    <fieldset ref={group} name={label} className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} style={option.style}>
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.content ?? <span>{option.label}</span>}
        </label>
      ))}
    </fieldset>
  );
}
