import { lazy, useState } from 'react';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { CutoutLayer, Layer, ShapeLayer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { MirrorIcon } from '../editor/icons.tsx';
import { INK } from '../editor/new-layers.ts';
import { ColorSlider, Swatches } from './color-controls.tsx';
import { AlignControls, OrderControls, PlaceControls } from './place-controls.tsx';
import type { LayerControlsProps } from './place-controls.tsx';
import { formatPixels } from '../editor/format-pixels.ts';
import { PercentSlider, Slider } from '../editor/slider.tsx';
import { SwapButton } from './swap-button.tsx';
import { PlateControls, StyleControls, TextControls } from './text-controls.tsx';

const CutoutFields = lazy(() => import('../cut-outs/cutout-fields.tsx'));

/** The height of a window in which all settings are in view, in CSS pixels. */
const HIGH_WINDOW = 800;

/** The settings of a layer: what most creators change, and below that the rest. At 0, its outline and its shadow are off. */
export function LayerControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const outline = layer.outline ?? { color: layer.kind === 'text' ? INK : '#ffffff', width: 0 };
  return (
    <div className="controls">
      {layer.kind === 'text' ? (
        <TextControls layer={layer} onChange={onChange} />
      ) : (
        <PictureControls layer={layer} onChange={onChange} />
      )}
      <ColorSlider
        label="Outline"
        value={outline.width}
        most={DESIGN_LIMITS.outlineWidth}
        unit="pixels"
        color={outline.color}
        onChange={(width, color, field) => onChange({ outline: { width, color } }, field)}
      />
      <MoreControls layer={layer} onChange={onChange} />
      <SwapHint layerId={layer.id} />
    </div>
  );
}

/** Says how the keys choose, while the cut-outs of a person are in view. */
function SwapHint({ layerId }: { layerId: string }) {
  const { swapped } = useEditedDesign();
  if (swapped !== layerId) return;
  return (
    <p className="swap-hint">
      <kbd>←</kbd> <kbd>→</kbd> <span>try the next expression.</span> <kbd>Esc</kbd>{' '}
      <span>keeps the first.</span>
    </p>
  );
}

/** Stays open or closed for the next layer. */
let isMoreOpen: boolean | undefined;

/** The settings that most creators leave alone. They are rendered while they are in view, because each letter of a text renders them. */
function MoreControls(props: LayerControlsProps<Layer>) {
  const { kind } = props.layer;
  const [isOpen, setOpen] = useState(isMoreOpen ?? innerHeight >= HIGH_WINDOW);
  return (
    <details
      className="control-more"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        isMoreOpen = currentTarget.open;
        setOpen(currentTarget.open);
      }}
    >
      <summary>{kind === 'text' ? 'Shadow, plate, spacing, opacity' : 'Shadow, opacity, order'}</summary>
      {isOpen && <OpenControls {...props} />}
    </details>
  );
}

function OpenControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const shadow = layer.shadow ?? { color: '#000000', blur: 0 };
  return (
    <div className="controls">
      <ColorSlider
        label="Shadow"
        value={shadow.blur}
        most={DESIGN_LIMITS.shadowBlur}
        unit="pixels"
        color={shadow.color}
        onChange={(blur, color, field) => onChange({ shadow: { blur, color } }, field)}
      />
      {layer.kind === 'text' && (
        <>
          <PlateControls layer={layer} onChange={onChange} />
          <StyleControls layer={layer} onChange={onChange} />
        </>
      )}
      <PercentSlider
        label="Opacity"
        value={layer.opacity ?? 1}
        onChange={(opacity) => onChange({ opacity: opacity === 1 ? undefined : opacity }, 'opacity')}
      />
      <AlignControls layer={layer} onChange={onChange} />
      <OrderControls layer={layer} />
    </div>
  );
}

/** The settings of a cut-out or a shape. */
function PictureControls({ layer, onChange }: LayerControlsProps<CutoutLayer | ShapeLayer>) {
  const { strokeWidth } = DESIGN_LIMITS;
  return (
    <>
      {layer.kind === 'cutout' && (
        <>
          {layer.isPicture !== true && !isEmptyPlace(layer) && (
            <div className="cutout-fields">
              <LazyPart>
                <CutoutFields key={layer.cutoutId} cutoutId={layer.cutoutId} />
              </LazyPart>
            </div>
          )}
          <div className="control-toggles">
            {layer.isPicture !== true && <SwapButton layer={layer} />}
            <Button
              variant="outline"
              aria-pressed={layer.flipped}
              onClick={() => onChange({ flipped: !layer.flipped }, 'flip')}
            >
              <MirrorIcon /> Mirror
            </Button>
          </div>
        </>
      )}
      <PlaceControls layer={layer} onChange={onChange} />
      {layer.kind === 'shape' && (
        <Swatches label="Colour" color={layer.color} onChange={(color) => onChange({ color }, 'color')} />
      )}
      {layer.kind === 'shape' && (layer.shape === 'circle' || layer.shape === 'box') && (
        <Slider
          label="Edge"
          value={layer.stroke ?? 0}
          least={0}
          most={strokeWidth.most}
          valueText={layer.stroke === undefined ? 'Filled' : formatPixels(layer.stroke)}
          onChange={(stroke) =>
            onChange({ stroke: stroke < strokeWidth.least ? undefined : stroke }, 'stroke')
          }
        />
      )}
    </>
  );
}
