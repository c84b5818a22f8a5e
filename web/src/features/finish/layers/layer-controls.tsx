import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { CutoutLayer, Layer, ShapeLayer } from '#contract/design/design.ts';
import { Button } from '../../../ui/button.tsx';
import { INK } from '../editor/new-layers.ts';
import { ColorSlider, Swatches } from './color-controls.tsx';
import { AlignControls, PlaceControls } from './place-controls.tsx';
import type { LayerControlsProps } from './place-controls.tsx';
import { PercentSlider, Slider } from '../editor/slider.tsx';
import { PlateControls, TextControls } from './text-controls.tsx';

/** The settings of a layer. At 0, its outline and its shadow are off. */
export function LayerControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const outline = layer.outline ?? { color: layer.kind === 'text' ? INK : '#ffffff', width: 0 };
  const shadow = layer.shadow ?? { color: '#000000', blur: 0 };
  return (
    <div className="controls">
      {layer.kind === 'text' ? (
        <TextControls layer={layer} onChange={onChange} />
      ) : (
        <PictureControls layer={layer} onChange={onChange} />
      )}
      <PercentSlider
        label="Opacity"
        value={layer.opacity ?? 1}
        onChange={(opacity) => onChange({ opacity: opacity === 1 ? undefined : opacity }, 'opacity')}
      />
      <AlignControls layer={layer} onChange={onChange} />
      <ColorSlider
        label="Outline"
        value={outline.width}
        most={DESIGN_LIMITS.outlineWidth}
        unit=" pixels"
        color={outline.color}
        onChange={(width, color, field) => onChange({ outline: { width, color } }, field)}
      />
      <ColorSlider
        label="Shadow"
        value={shadow.blur}
        most={DESIGN_LIMITS.shadowBlur}
        unit=" pixels"
        color={shadow.color}
        onChange={(blur, color, field) => onChange({ shadow: { blur, color } }, field)}
      />
      {layer.kind === 'text' && <PlateControls layer={layer} onChange={onChange} />}
    </div>
  );
}

/** The settings of a cut-out or a shape. */
function PictureControls({ layer, onChange }: LayerControlsProps<CutoutLayer | ShapeLayer>) {
  const { layerWidth, frameWidth } = DESIGN_LIMITS;
  return (
    <>
      <Slider
        label="Width"
        value={layer.width}
        least={layerWidth.least}
        most={Math.max(frameWidth, layer.width)}
        onChange={(width) => onChange({ width }, 'width')}
      />
      {layer.kind === 'shape' && <ShapeControls layer={layer} onChange={onChange} />}
      <div className="control-align">
        {layer.kind === 'cutout' && (
          <Button
            variant="outline"
            aria-pressed={layer.flipped}
            onClick={() => onChange({ flipped: !layer.flipped }, 'flip')}
          >
            Flip
          </Button>
        )}
        <PlaceControls layer={layer} onChange={onChange} />
      </div>
      {layer.kind === 'shape' && (
        <Swatches label="Colour" color={layer.color} onChange={(color) => onChange({ color }, 'color')} />
      )}
    </>
  );
}

function ShapeControls({ layer, onChange }: LayerControlsProps<ShapeLayer>) {
  const { layerHeight, strokeWidth, frameHeight } = DESIGN_LIMITS;
  return (
    <>
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
    </>
  );
}
