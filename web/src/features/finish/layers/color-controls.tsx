import { useId } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { formatPixels } from '../editor/format-pixels.ts';
import { notify } from '../../../ui/notify.ts';
import { useBrandKit } from '../brand/brand-context.ts';
import { useEditedImage } from '../image-tools/image-context.ts';
import type { BrandKit } from '../brand/use-brand.ts';
import { addColor, removeColor } from '../brand/edit-brand.ts';
import { INK } from '../editor/new-layers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BrandIcon, EyeDropperIcon } from '../editor/icons.tsx';
import { Slider } from '../editor/slider.tsx';

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
  unit: 'pixels' | '% opaque';
  color: string;
  /** `field` names what has changed. */
  onChange: (value: number, color: string, field: string) => void;
}

const formatUnit = (value: number, unit: ColorSliderProps['unit']): string =>
  unit === 'pixels' ? formatPixels(value) : `${value}${unit}`;

/** A slider with a color, for example for an outline. The value 0 removes the outline. */
export const ColorSlider = ({ label, value, most, unit, color, onChange }: ColorSliderProps) => {
  const well = {
    label: `${label} colour`,
    color,
    onChange: (next: string) => onChange(value, next, `${label} color`),
  };
  return (
    <>
      <Slider
        label={label}
        value={value}
        least={0}
        most={most}
        valueText={value === 0 ? 'None' : formatUnit(value, unit)}
        onChange={(next) => onChange(next, color, label)}
      >
        <ColorWell {...well} />
      </Slider>
      {value > 0 && <BrandSwatches {...well} />}
    </>
  );
};

/** The colors of the brand below a slider, which has no room for more. */
function BrandSwatches({ label, color, onChange }: ColorWellProps) {
  const colors = useBrandKit()?.brand.colors ?? [];
  if (colors.length === 0) return null;
  return (
    <div className="control-row">
      <div className="swatches" role="radiogroup" aria-label={`${label} of the brand`}>
        <SwatchList
          options={colors.map((each, index) => ({ name: `${label} ${index + 1} of the brand`, color: each }))}
          color={color}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

interface SwatchListProps extends Omit<ColorWellProps, 'label'> {
  options: readonly { name: string; color: string }[];
}

function SwatchList({ options, color, onChange }: SwatchListProps) {
  const id = useId();
  return options.map((option) => (
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
  ));
}

const COLORS = [
  { name: 'White', color: '#ffffff' },
  { name: 'Yellow', color: '#ffd23f' },
  { name: 'Orange', color: '#ff8a3d' },
  { name: 'Red', color: '#f43f5e' },
  { name: 'Ink', color: INK },
] as const;

/** Offers the colors of the brand, a few colors that work on thumbnails, the main colors of the image, and a color picker. */
export function Swatches({ label, color, onChange }: ColorWellProps) {
  const id = useId();
  const { palette } = useEditedImage();
  const kit = useBrandKit();
  const brandColors = kit?.brand.colors ?? [];
  const others = [
    ...COLORS,
    ...palette.map((each, index) => ({ name: `Colour ${index + 1} of the picture`, color: each })),
  ];
  const options = [
    ...brandColors.map((each, index) => ({ name: `Brand colour ${index + 1}`, color: each })),
    ...others.filter((option) => !brandColors.includes(option.color)),
  ];
  return (
    <div className="control-row">
      <span id={id}>{label}</span>
      <div className="swatches" role="radiogroup" aria-labelledby={id}>
        <SwatchList options={options} color={color} onChange={onChange} />
        <EyeDropperButton onPick={onChange} />
        {kit && <BrandColorButton kit={kit} color={color} />}
      </div>
      <ColorWell label={`Another ${label.toLowerCase()}`} color={color} onChange={onChange} />
    </div>
  );
}

/** Keeps a color in the brand, or removes it. */
function BrandColorButton({ kit, color }: { kit: BrandKit; color: string }) {
  const { colors } = kit.brand;
  const isKept = colors.includes(color);
  const toggle = () => {
    if (isKept) void kit.change(removeColor(color));
    else if (colors.length < LIMITS.brandColors) void kit.change(addColor(color));
    else notify.info(`A brand has at most ${LIMITS.brandColors} colours. Remove one to add another.`);
  };
  return (
    <IconButton
      aria-label="Brand colour"
      title={isKept ? 'Remove from the brand' : 'Add to the brand'}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <BrandIcon />
    </IconButton>
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
