import type { CSSProperties, KeyboardEvent } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { LayerDrag } from '../../hooks/use-layer-drag.ts';
import { layerName } from '../../model/design/edit-design.ts';
import type { Size } from '../../../../lib/render/finished-image.ts';

interface LayerFrameProps {
  layer: Layer;
  editor: Editor;
  size: Size;
  drag: LayerDrag;
  /** Its cut-out is not in the account any more. */
  isMissing: boolean;
  /** The id of the text that explains the keys. */
  hintId: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, layer: Layer) => void;
  /** A double press on a text. */
  onEdit: () => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The box of a layer above the canvas: it is dragged with the pointer and moved with the arrow keys. */
export function LayerFrame(props: LayerFrameProps) {
  const { layer, editor, size, drag, isMissing, hintId, onKeyDown, onEdit } = props;
  const isSelected = layer.id === editor.selected?.id;
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
      onDoubleClick={layer.kind === 'text' ? onEdit : undefined}
      onKeyDown={(event) => onKeyDown(event, layer)}
    >
      {isMissing && <span className="layer-missing">Cut-out not available</span>}
    </button>
  );
}
