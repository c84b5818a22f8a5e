import { useState } from 'react';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Layer } from '#contract/design/design.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { alignLayer } from '../editor/layer-box.ts';
import { clamp } from '../editor/edit-design.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { EDGE_ICONS } from '../editor/icons.tsx';

export interface LayerControlsProps<Kind extends Layer> {
  layer: Kind;
  /** `field` names the gesture: changes of one field are undone together. */
  onChange: (changes: LayerChanges, field: string) => void;
}

const EDGES = [
  { edge: 'left', label: 'Align to the left of the frame' },
  { edge: 'center', label: 'Centre in the width of the frame' },
  { edge: 'right', label: 'Align to the right of the frame' },
  { edge: 'top', label: 'Align to the top of the frame' },
  { edge: 'middle', label: 'Centre in the height of the frame' },
  { edge: 'bottom', label: 'Align to the bottom of the frame' },
] as const;

/** Aligns a layer with the frame. */
export function AlignControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const { bitmaps } = useEditedDesign().cutouts;
  return (
    <div className="control-row">
      <span aria-hidden="true">Align</span>
      <div className="control-edges" role="group" aria-label="Align to the frame">
        {EDGES.map(({ edge, label }) => {
          const EdgeIcon = EDGE_ICONS[edge];
          return (
            <IconButton
              key={edge}
              aria-label={label}
              title={label}
              onClick={() => onChange(alignLayer(layer, edge, bitmaps), `align ${edge}`)}
            >
              <EdgeIcon />
            </IconButton>
          );
        })}
      </div>
    </div>
  );
}

const { outside, frameWidth, frameHeight } = DESIGN_LIMITS;

const PLACE_FIELDS = [
  { field: 'x', label: 'X', name: 'X, from the left', least: -outside, most: frameWidth + outside },
  { field: 'y', label: 'Y', name: 'Y, from the top', least: -outside, most: frameHeight + outside },
  { field: 'rotation', label: 'Turn', name: 'Turn, in degrees', least: -180, most: 180 },
] as const;

/** Sets the rotation of a layer, and the position of its center in pixels of a 1280 x 720 image. */
export function PlaceControls({ layer, onChange }: LayerControlsProps<Layer>) {
  return (
    <div className="control-place">
      {PLACE_FIELDS.map(({ field, ...labelled }) => (
        <NumberField
          key={field}
          {...labelled}
          value={layer[field]}
          onChange={(value) => onChange({ [field]: value }, field)}
        />
      ))}
    </div>
  );
}

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

/** A whole number that follows the layer, except while the creator is typing one. A number beyond a limit becomes the limit. */
function NumberField({ label, name, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className="number-field">
      <span aria-hidden="true">{label}</span>
      <input
        className="field-box"
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
