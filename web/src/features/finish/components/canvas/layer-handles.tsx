import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import type { LayerDrag } from '../../hooks/use-layer-drag.ts';
import type { DragMode } from '../../model/design/drag-layer.ts';
import { clamp } from '../../model/design/edit-design.ts';
import { rotate } from '../../model/design/layer-box.ts';
import type { Point } from '../../model/design/layer-box.ts';
import { handlesOf } from '../../model/design/resize.ts';
import type { Size } from '../../../../lib/render/finished-image.ts';

interface LayerHandlesProps {
  layer: Layer;
  size: Size;
  drag: LayerDrag;
  /** Pixels of the frame for one of the page. */
  scale: number;
}

/** How far the handle for the rotation is above its layer. In pixels of the page. */
const ROTATE_DISTANCE = 24;

/** The handles of the selected layer. Those outside of the frame stay at its edge, where they can be reached. */
export function LayerHandles({ layer, size, drag, scale }: LayerHandlesProps) {
  const { frameWidth, frameHeight } = DESIGN_LIMITS;
  const place = (x: number, y: number): Point => {
    const turned = rotate({ x, y }, layer.rotation);
    return { x: layer.x + turned.x, y: layer.y + turned.y };
  };
  const handle = (mode: DragMode, className: string, at: Point) => (
    <i
      key={className}
      className={className}
      style={{
        left: `${(clamp(at.x, 0, frameWidth) / frameWidth) * 100}%`,
        top: `${(clamp(at.y, 0, frameHeight) / frameHeight) * 100}%`,
        rotate: `${layer.rotation}deg`,
      }}
      onPointerDown={(event) => {
        event.stopPropagation();
        drag.start(event, layer, mode, at);
      }}
    />
  );
  const top = -size.height / 2;
  return (
    <span className="layer-handles" aria-hidden="true">
      {handlesOf(layer).map((at) =>
        handle(at, `handle handle-${at.x}${at.y}`, place((at.x * size.width) / 2, (at.y * size.height) / 2)),
      )}
      {handle('rotate', 'handle handle-rotate', place(0, top - ROTATE_DISTANCE * scale))}
    </span>
  );
}
