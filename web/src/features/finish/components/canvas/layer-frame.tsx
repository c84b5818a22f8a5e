import type { CSSProperties, KeyboardEvent } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { layerName } from '../../model/design/edit-design.ts';
import { handlesOf } from '../../model/design/resize.ts';
import type { Size } from '../../../../lib/render/finished-image.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { DragMode, LayerDrag } from '../../hooks/use-layer-drag.ts';

interface LayerFrameProps {
  layer: Layer;
  editor: Editor;
  size: Size;
  drag: LayerDrag;
  /** Its cut-out is not in the account any more. */
  isMissing: boolean;
  /** The id of the text that explains the keys. */
  hintId: string;
  onKeyDown: (event: KeyboardEvent) => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The box of a layer above the canvas: it is dragged with the pointer and moved with the arrow keys. */
export function LayerFrame({ layer, editor, size, drag, isMissing, hintId, onKeyDown }: LayerFrameProps) {
  const isSelected = layer.id === editor.selected?.id;
  const { frameWidth, frameHeight } = DESIGN_LIMITS;
  const style: CSSProperties = {
    left: percent(layer.x, frameWidth),
    top: percent(layer.y, frameHeight),
    width: percent(size.width, frameWidth),
    height: percent(size.height, frameHeight),
    rotate: `${layer.rotation}deg`,
  };
  const handle = (mode: DragMode, className: string) => (
    <i
      key={className}
      className={className}
      onPointerDown={(event) => {
        event.stopPropagation();
        drag.start(event, layer, mode);
      }}
    />
  );
  return (
    <div
      className="layer-frame"
      data-selected={isSelected}
      style={style}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.end}
    >
      <button
        type="button"
        aria-label={layerName(layer, editor.design.layers)}
        aria-pressed={isSelected}
        aria-describedby={hintId}
        onPointerDown={(event) => drag.start(event, layer, 'move')}
        onClick={() => editor.select(layer.id)}
        onKeyDown={onKeyDown}
      >
        {isMissing && <span className="layer-missing">Cut-out not available</span>}
      </button>
      {isSelected && (
        <span className="layer-handles" aria-hidden="true">
          {handlesOf(layer).map((at) => handle(at, `handle handle-${at.x}${at.y}`))}
          {handle('rotate', 'handle handle-rotate')}
        </span>
      )}
    </div>
  );
}
