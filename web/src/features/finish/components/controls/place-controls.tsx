import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { LayerChanges } from '../../model/design/edit-design.ts';
import { NumberField } from './number-field.tsx';

interface PlaceControlsProps {
  layer: Layer;
  onChange: (changes: LayerChanges, field: string) => void;
}

/** Where the center of a layer is, in pixels of a 1280 x 720 image, and its rotation. */
export function PlaceControls({ layer, onChange }: PlaceControlsProps) {
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
