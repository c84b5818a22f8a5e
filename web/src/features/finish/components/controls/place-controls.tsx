import { useState } from 'react';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { Layer } from '../../../../../../contract/design.ts';
import type { LayerChanges } from '../../model/design/edit-design.ts';

export interface LayerControlsProps<Kind extends Layer> {
  layer: Kind;
  /** `field` names the gesture: changes of one field are undone together. */
  onChange: (changes: LayerChanges, field: string) => void;
}

/** Where the center of a layer is, in pixels of a 1280 x 720 image, and its rotation. */
export function PlaceControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const { outside, frameWidth, frameHeight } = DESIGN_LIMITS;
  return (
    <div className="control-place">
      <NumberField
        label="X"
        name="X, from the left"
        value={layer.x}
        least={-outside}
        most={frameWidth + outside}
        onChange={(x) => onChange({ x }, 'x')}
      />
      <NumberField
        label="Y"
        name="Y, from the top"
        value={layer.y}
        least={-outside}
        most={frameHeight + outside}
        onChange={(y) => onChange({ y }, 'y')}
      />
      <NumberField
        label="Turn"
        name="Turn, in degrees"
        value={layer.rotation}
        least={-180}
        most={180}
        onChange={(rotation) => onChange({ rotation }, 'rotation')}
      />
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

/** A number that follows the layer, except while the creator is typing one. */
function NumberField({ label, name, value, least, most, onChange }: NumberFieldProps) {
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
