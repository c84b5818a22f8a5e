import type { TextLayer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { LayerChanges } from '../../model/design/edit-design.ts';
import { ColorWell } from './color-well.tsx';
import { Slider } from './slider.tsx';

const NO_PLATE = { color: '#ffd23f', opacity: 0, padding: 18 };

interface PlateControlsProps {
  layer: TextLayer;
  onChange: (changes: LayerChanges, field: string) => void;
}

/** The box behind a text: how opaque it is, its color, and the space around the letters. */
export function PlateControls({ layer, onChange }: PlateControlsProps) {
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
