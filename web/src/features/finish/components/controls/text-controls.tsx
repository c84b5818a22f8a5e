import { useId } from 'react';
import {
  DESIGN_LIMITS,
  FONT_WEIGHTS,
  FONTS,
  TEXT_ALIGNMENTS,
} from '../../../../../../contract/design-limits.ts';
import type { TextLayer } from '../../../../../../contract/design.ts';
import type { LayerChanges } from '../../model/design/edit-design.ts';
import { INK } from '../../model/design/new-layers.ts';
import { FONT_INFO } from '../../model/render/fonts.ts';
import { AlignCenterIcon, AlignLeftIcon, AlignRightIcon } from '../icons.tsx';
import { ColorWell } from './color-well.tsx';
import { EdgeControls } from './edge-controls.tsx';
import { PlaceControls } from './place-controls.tsx';
import { Segmented } from './segmented.tsx';
import { Slider } from './slider.tsx';

const ALIGNMENTS = {
  left: { label: 'Left', content: <AlignLeftIcon /> },
  center: { label: 'Centre', content: <AlignCenterIcon /> },
  right: { label: 'Right', content: <AlignRightIcon /> },
};

const WEIGHT_NAMES: Partial<Record<number, string>> = {
  400: 'Regular',
  500: 'Medium',
  600: 'Semibold',
  700: 'Bold',
};

interface TextControlsProps {
  layer: TextLayer;
  /** `field` names the gesture: changes of one field are undone together. */
  onChange: (changes: LayerChanges, field: string) => void;
}

export function TextControls({ layer, onChange }: TextControlsProps) {
  const id = useId();
  const weights: readonly number[] = FONT_WEIGHTS[layer.font];
  return (
    <div className="controls">
      <label className="visually-hidden" htmlFor={id}>
        Words
      </label>
      <textarea
        id={id}
        className="field-box control-words"
        rows={2}
        maxLength={DESIGN_LIMITS.textLength}
        value={layer.text}
        placeholder="What the viewer reads"
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value }, 'text')}
      />
      <Segmented
        label="Font"
        options={FONTS.map((font) => ({
          value: font,
          label: FONT_INFO[font].family,
          style: { fontFamily: `"${FONT_INFO[font].family}", Impact, sans-serif` },
        }))}
        value={layer.font}
        onChange={(font) => onChange({ font }, 'font')}
      />
      {weights.length > 1 && (
        <Segmented
          label="Weight"
          options={weights.map((weight) => ({
            value: String(weight),
            label: WEIGHT_NAMES[weight] ?? String(weight),
          }))}
          value={String(layer.weight)}
          onChange={(weight) => onChange({ weight: Number(weight) }, 'weight')}
        />
      )}
      <Slider
        label="Size"
        value={layer.size}
        least={DESIGN_LIMITS.textSize.least}
        most={DESIGN_LIMITS.textSize.most}
        onChange={(size) => onChange({ size }, 'size')}
      />
      <Slider
        label="Width"
        value={Math.min(layer.width, DESIGN_LIMITS.frameWidth)}
        least={DESIGN_LIMITS.layerWidth.least}
        most={DESIGN_LIMITS.frameWidth}
        onChange={(width) => onChange({ width }, 'width')}
      />
      <div className="control-align">
        <Segmented
          label="Alignment"
          options={TEXT_ALIGNMENTS.map((align) => ({ value: align, ...ALIGNMENTS[align] }))}
          value={layer.align}
          onChange={(align) => onChange({ align }, 'align')}
        />
        <PlaceControls layer={layer} onChange={onChange} />
      </div>
      <Swatches label="Colour" color={layer.color} onChange={(color) => onChange({ color }, 'color')} />
      <EdgeControls layer={layer} outlineColor={INK} onChange={onChange} />
      <PlateControls layer={layer} onChange={onChange} />
    </div>
  );
}

const NO_PLATE = { color: '#ffd23f', opacity: 0, padding: 18 };

interface PlateControlsProps {
  layer: TextLayer;
  onChange: (changes: LayerChanges, field: string) => void;
}

/** The box behind a text: how opaque it is, its color, and the space around the letters. */
function PlateControls({ layer, onChange }: PlateControlsProps) {
  const plate = layer.plate ?? NO_PLATE;
  const opacity = Math.round(plate.opacity * 100);
  return (
    <>
      <Slider
        label="Plate"
        value={opacity}
        least={0}
        most={100}
        valueText={opacity === 0 ? 'None' : `${opacity}% opaque`}
        onChange={(value) => onChange({ plate: { ...plate, opacity: value / 100 } }, 'plate')}
      >
        <ColorWell
          label="Plate colour"
          color={plate.color}
          onChange={(color) => onChange({ plate: { ...plate, color } }, 'plate color')}
        />
      </Slider>
      {opacity > 0 && (
        <Slider
          label="Padding"
          value={plate.padding}
          least={0}
          most={DESIGN_LIMITS.platePadding}
          onChange={(padding) => onChange({ plate: { ...plate, padding } }, 'padding')}
        />
      )}
    </>
  );
}

const COLORS = [
  { name: 'White', color: '#ffffff' },
  { name: 'Yellow', color: '#ffd23f' },
  { name: 'Orange', color: '#ff8a3d' },
  { name: 'Red', color: '#f43f5e' },
  { name: 'Ink', color: INK },
] as const;

interface SwatchesProps {
  label: string;
  color: string;
  onChange: (color: string) => void;
}

/** A few colors that work on thumbnails, and any other. */
function Swatches({ label, color, onChange }: SwatchesProps) {
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
