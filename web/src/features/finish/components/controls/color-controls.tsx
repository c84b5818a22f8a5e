import { createContext, use, useId } from 'react';
import { INK } from '../../model/design/new-layers.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { EyeDropperIcon } from '../icons.tsx';
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

/** The colors of the picture that is edited. */
export const PaletteContext = createContext<readonly string[]>([]);

/** A few colors that work on thumbnails, those of the picture, and any other. */
export function Swatches({ label, color, onChange }: ColorWellProps) {
  const id = useId();
  const palette = use(PaletteContext);
  const options = [
    ...COLORS,
    ...palette.map((each, index) => ({ name: `Colour ${index + 1} of the picture`, color: each })),
  ];
  return (
    <div className="control-row">
      <span id={id}>{label}</span>
      <div className="swatches" role="radiogroup" aria-labelledby={id}>
        {options.map((option) => (
          <input
            key={option.color}
            className="swatch"
            type="radio"
            name={id}
            aria-label={option.name}
            title={option.name}
            style={{ backgroundColor: option.color }}
            checked={option.color === color}
            onChange={() => onChange(option.color)}
          />
        ))}
        <ColorWell label={`Another ${label.toLowerCase()}`} color={color} onChange={onChange} />
        <EyeDropperButton onPick={onChange} />
      </div>
    </div>
  );
}

/** Chromium has it (https://wicg.github.io/eyedropper-api/). */
interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>;
}

const findEyeDropper = () => (globalThis as { EyeDropper?: new () => EyeDropper }).EyeDropper;

/** Takes a color from any place of the screen, where the browser can. */
function EyeDropperButton({ onPick }: { onPick: (color: string) => void }) {
  const Dropper = findEyeDropper();
  if (Dropper === undefined) return null;
  const pick = () =>
    new Dropper().open().then(
      ({ sRGBHex }) => onPick(sRGBHex.toLowerCase()),
      () => undefined, // Cancelled with Escape.
    );
  return (
    <IconButton
      aria-label="Pick a colour from the screen"
      title="Pick from the screen"
      onClick={() => void pick()}
    >
      <EyeDropperIcon />
    </IconButton>
  );
}
