import type { ShapeLayer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { Swatches } from './color-controls.tsx';
import { PlaceControls } from './place-controls.tsx';
import type { LayerControlsProps } from './place-controls.tsx';
import { Slider } from './slider.tsx';

export function ShapeControls({ layer, onChange }: LayerControlsProps<ShapeLayer>) {
  const { layerWidth, layerHeight, strokeWidth, frameWidth, frameHeight } = DESIGN_LIMITS;
  return (
    <>
      <Slider
        label="Width"
        value={layer.width}
        least={layerWidth.least}
        most={Math.max(frameWidth, layer.width)}
        onChange={(width) => onChange({ width }, 'width')}
      />
      <Slider
        label="Height"
        value={layer.height}
        least={layerHeight.least}
        most={Math.max(frameHeight, layer.height)}
        onChange={(height) => onChange({ height }, 'height')}
      />
      {(layer.shape === 'circle' || layer.shape === 'box') && (
        <Slider
          label="Edge"
          value={layer.stroke ?? 0}
          least={0}
          most={strokeWidth.most}
          valueText={layer.stroke === undefined ? 'Filled' : `${layer.stroke} pixels`}
          onChange={(stroke) =>
            onChange({ stroke: stroke < strokeWidth.least ? undefined : stroke }, 'stroke')
          }
        />
      )}
      <div className="control-align">
        <PlaceControls layer={layer} onChange={onChange} />
      </div>
      <Swatches label="Colour" color={layer.color} onChange={(color) => onChange({ color }, 'color')} />
    </>
  );
}
