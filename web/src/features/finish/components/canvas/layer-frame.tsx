import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { handlesOf } from '../../model/design/resize.ts';
import type { Size } from '../../model/render/finished-image.ts';
import type { DragMode } from '../../hooks/use-layer-drag.ts';

interface LayerFrameProps {
  layer: Layer;
  name: string;
  size: Size;
  isSelected: boolean;
  /** Its cut-out is not in the account any more. */
  isMissing: boolean;
  /** The id of the text that explains the keys. */
  hintId: string;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDragStart: (event: PointerEvent<HTMLElement>, mode: DragMode) => void;
  onDrag: (event: PointerEvent) => void;
  onDragEnd: () => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The box of a layer above the canvas: it is dragged with the pointer and moved with the arrow keys. */
export function LayerFrame(props: LayerFrameProps) {
  const {
    layer,
    name,
    size,
    isSelected,
    isMissing,
    hintId,
    onSelect,
    onKeyDown,
    onDragStart,
    onDrag,
    onDragEnd,
  } = props;
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
        onDragStart(event, mode);
      }}
    />
  );
  return (
    <div
      className="layer-frame"
      data-selected={isSelected}
      style={style}
      onPointerMove={onDrag}
      onPointerUp={onDragEnd}
      onPointerCancel={onDragEnd}
    >
      <button
        type="button"
        aria-label={name}
        aria-pressed={isSelected}
        aria-describedby={hintId}
        onPointerDown={(event) => onDragStart(event, 'move')}
        onClick={onSelect}
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
