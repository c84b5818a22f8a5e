import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { LayerChanges } from '../../model/design/edit-design.ts';
import { ColorWell } from './color-well.tsx';
import { Slider } from './slider.tsx';

interface EdgeControlsProps {
  layer: Layer;
  /** The color of an outline that the layer does not have yet. */
  outlineColor: string;
  onChange: (changes: LayerChanges, field: string) => void;
}

const NONE = 'None';

/** The outline and the shadow of a layer. At 0 the slider turns them off. */
export function EdgeControls({ layer, outlineColor, onChange }: EdgeControlsProps) {
  const outline = layer.outline ?? { color: outlineColor, width: 0 };
  const shadow = layer.shadow ?? { color: '#000000', blur: 0 };
  return (
    <>
      <Slider
        label="Outline"
        value={outline.width}
        least={0}
        most={DESIGN_LIMITS.outlineWidth}
        valueText={outline.width === 0 ? NONE : `${outline.width} pixels`}
        onChange={(width) => onChange({ outline: { ...outline, width } }, 'outline')}
      >
        <ColorWell
          label="Outline colour"
          color={outline.color}
          onChange={(color) => onChange({ outline: { ...outline, color } }, 'outline color')}
        />
      </Slider>
      <Slider
        label="Shadow"
        value={shadow.blur}
        least={0}
        most={DESIGN_LIMITS.shadowBlur}
        valueText={shadow.blur === 0 ? NONE : `${shadow.blur} pixels`}
        onChange={(blur) => onChange({ shadow: { ...shadow, blur } }, 'shadow')}
      >
        <ColorWell
          label="Shadow colour"
          color={shadow.color}
          onChange={(color) => onChange({ shadow: { ...shadow, color } }, 'shadow color')}
        />
      </Slider>
    </>
  );
}
