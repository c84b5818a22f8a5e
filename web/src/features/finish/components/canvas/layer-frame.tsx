import type { CSSProperties } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { useFinishPage } from '../../hooks/finish-context.ts';
import type { LayerDrag } from '../../hooks/use-layer-drag.ts';
import { layerName } from '../../model/design/edit-design.ts';
import type { Size } from '../../../../lib/render/finished-image.ts';

interface LayerFrameProps {
  layer: Layer;
  size: Size;
  drag: LayerDrag;
  /** The id of the text that explains the keys. */
  hintId: string;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The box of a layer above the canvas: it is dragged with the pointer and moved with the arrow keys. */
export function LayerFrame({ layer, size, drag, hintId }: LayerFrameProps) {
  const { editor, cutouts, actions } = useFinishPage();
  const isSelected = layer.id === editor.selected?.id;
  const isMissing = layer.kind === 'cutout' && cutouts.missing.has(layer.cutoutId);
  const { frameWidth, frameHeight } = DESIGN_LIMITS;
  const style: CSSProperties = {
    left: percent(layer.x, frameWidth),
    top: percent(layer.y, frameHeight),
    width: percent(size.width, frameWidth),
    height: percent(size.height, frameHeight),
    rotate: `${layer.rotation}deg`,
  };
  return (
    <button
      type="button"
      className="layer-frame"
      style={style}
      data-layer={layer.id}
      data-locked={layer.locked === true}
      aria-label={layerName(layer, editor.design.layers)}
      aria-pressed={isSelected}
      aria-describedby={hintId}
      onPointerDown={(event) => drag.start(event, layer, 'move')}
      onClick={() => editor.select(layer.id)}
      onDoubleClick={layer.kind === 'text' ? actions.editWords : undefined}
      onKeyDown={(event) => actions.onLayerKeyDown(event, layer)}
    >
      {isMissing && <span className="layer-missing">Cut-out not available</span>}
    </button>
  );
}
