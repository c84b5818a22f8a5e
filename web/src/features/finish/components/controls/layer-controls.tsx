import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { CutoutLayer, Layer, ShapeLayer } from '../../../../../../contract/design.ts';
import { Button } from '../../../../ui/button.tsx';
import { INK } from '../../model/design/new-layers.ts';
import { ColorSlider, Swatches } from './color-controls.tsx';
import { AlignControls, PlaceControls } from './place-controls.tsx';
import type { LayerControlsProps } from './place-controls.tsx';
import { Slider } from './slider.tsx';
import { PlateControls, TextControls } from './text-controls.tsx';

/** The settings of a layer. At 0, its outline and its shadow are off. */
export function LayerControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const outline = layer.outline ?? { color: layer.kind === 'text' ? INK : '#ffffff', width: 0 };
  const shadow = layer.shadow ?? { color: '#000000', blur: 0 };
  return (
    <div className="controls">
      {layer.kind === 'text' && <TextControls layer={layer} onChange={onChange} />}
      {layer.kind === 'cutout' && <CutoutControls layer={layer} onChange={onChange} />}
      {layer.kind === 'shape' && <ShapeControls layer={layer} onChange={onChange} />}
      <Slider
        label="Opacity"
        value={Math.round((layer.opacity ?? 1) * 100)}
        least={0}
        most={100}
        valueText={`${Math.round((layer.opacity ?? 1) * 100)}%`}
        onChange={(opacity) => onChange({ opacity: opacity === 100 ? undefined : opacity / 100 }, 'opacity')}
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

function CutoutControls({ layer, onChange }: LayerControlsProps<CutoutLayer>) {
  return (
    <>
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
    </>
  );
}

function ShapeControls({ layer, onChange }: LayerControlsProps<ShapeLayer>) {
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
