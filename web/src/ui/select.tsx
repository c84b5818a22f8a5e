import { ChevronIcon } from './icons.tsx';
import './select.css';

interface SelectProps {
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  onChange: (value: string) => void;
}

/**
 * A list of choices with its label in the name only. A browser that knows `appearance: base-select` also draws the open list in the
 * style of the site; another browser opens the list of its system.
 */
export const Select = ({ label, options, value, onChange }: SelectProps) => (
  <span className="select">
    <select
      className="button button-outline"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
    <ChevronIcon />
  </span>
);
