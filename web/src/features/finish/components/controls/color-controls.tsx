import { useId } from 'react';
import { INK } from '../../model/design/new-layers.ts';
import { Slider } from './slider.tsx';

interface ColorWellProps {
  label: string;
  color: string;
  onChange: (color: string) => void;
}

/** Opens the browser's color picker. */
const ColorWell = ({ label, color, onChange }: ColorWellProps) => (
  <input
    className="color-well"
    type="color"
    aria-label={label}
    value={color}
    onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
  />
);

interface ColorSliderProps {
  label: string;
  value: number;
  most: number;
  /** Follows the value in what a screen reader says. */
  unit: string;
  color: string;
  /** `field` names what has changed. */
  onChange: (value: number, color: string, field: string) => void;
}

/** A slider with a color. At 0 it turns off what it is for. */
export const ColorSlider = ({ label, value, most, unit, color, onChange }: ColorSliderProps) => (
  <Slider
    label={label}
    value={value}
    least={0}
    most={most}
    valueText={value === 0 ? 'None' : `${value}${unit}`}
    onChange={(next) => onChange(next, color, label)}
  >
    <ColorWell
      label={`${label} colour`}
      color={color}
      onChange={(next) => onChange(value, next, `${label} color`)}
    />
  </Slider>
);

const COLORS = [
  { name: 'White', color: '#ffffff' },
  { name: 'Yellow', color: '#ffd23f' },
  { name: 'Orange', color: '#ff8a3d' },
  { name: 'Red', color: '#f43f5e' },
  { name: 'Ink', color: INK },
] as const;

/** A few colors that work on thumbnails, and any other. */
export function Swatches({ label, color, onChange }: ColorWellProps) {
  const id = useId();
  return (
    <div className="control-row">
      <span id={id}>{label}</span>
      <div className="swatches" role="radiogroup" aria-labelledby={id}>
        {COLORS.map((option) => (
          <input
            key={option.color}
            className="swatch"
            type="radio"
            name={id}
            aria-label={option.name}
            style={{ backgroundColor: option.color }}
            checked={option.color === color}
            onChange={() => onChange(option.color)}
          />
        ))}
        <ColorWell label={`Another ${label.toLowerCase()}`} color={color} onChange={onChange} />
      </div>
    </div>
  );
}
