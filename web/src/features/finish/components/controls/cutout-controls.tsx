import type { CutoutLayer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { Button } from '../../../../ui/button.tsx';
import type { LayerChanges } from '../../model/design/edit-design.ts';
import { EdgeControls } from './edge-controls.tsx';
import { PlaceControls } from './place-controls.tsx';
import { Slider } from './slider.tsx';

interface CutoutControlsProps {
  layer: CutoutLayer;
  onChange: (changes: LayerChanges, field: string) => void;
}

export function CutoutControls({ layer, onChange }: CutoutControlsProps) {
  return (
    <div className="controls">
      <Slider
        label="Width"
        value={layer.width}
        least={DESIGN_LIMITS.layerWidth.least}
        most={Math.max(DESIGN_LIMITS.frameWidth, layer.width)}
        onChange={(width) => onChange({ width }, 'width')}
      />
      <div className="control-align">
        <Button
          variant="outline"
          aria-pressed={layer.flipped}
          onClick={() => onChange({ flipped: !layer.flipped }, 'flip')}
        >
          Flip
        </Button>
        <PlaceControls layer={layer} onChange={onChange} />
      </div>
      <EdgeControls layer={layer} outlineColor="#ffffff" onChange={onChange} />
    </div>
  );
}
