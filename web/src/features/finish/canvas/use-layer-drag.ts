import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { dragLayer } from './drag-layer.ts';
import type { Drag, DragMode } from './drag-layer.ts';
import { findLayer } from '../editor/edit-design.ts';
import { layerSize } from '../editor/layer-box.ts';
import type { Point } from '../editor/layer-box.ts';
import type { Guides } from './snap.ts';
import type { Size } from '../../../lib/render/finished-image.ts';
import type { Editor } from '../editor/use-editor.ts';

/** A press that moves less than this selects the layer and does not move it. In pixels of the frame. */
const DEAD_ZONE = 4;

/** Moves, resizes and rotates layers with the pointer. A second finger scales and rotates. */
export function useLayerDrag(
  editor: Editor,
  cutouts: ReadonlyMap<string, Size>,
  frame: () => DOMRect | undefined,
) {
  const drag = useRef<Drag>(undefined);
  const [guides, setGuides] = useState<Guides>({});

  const locate = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width } = frame() ?? new DOMRect();
    const scale = width === 0 ? 1 : DESIGN_LIMITS.frameWidth / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };

  /** A second finger, wherever it is, continues the drag as a pinch. */
  const join = (event: PointerEvent): boolean => {
    const current = drag.current;
    const layer = findLayer(editor.design, current?.layer.id);
    if (!current || !layer || current.pointers[0].id === event.pointerId) return false;
    const [first] = current.pointers;
    const at = locate(event);
    const pointers = [
      { ...first, from: first.to },
      { id: event.pointerId, from: at, to: at },
    ] as const;
    drag.current = { ...current, layer, pointers };
    setGuides({});
    return true;
  };

  return {
    guides,
    join,
    /** @param handle where it is: a handle outside of the frame is shown at the edge */
    start: (event: PointerEvent<HTMLElement>, layer: Layer, mode: DragMode, handle?: Point) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (join(event)) return;
      editor.select(layer.id);
      if (layer.locked) return;
      const at = locate(event);
      drag.current = {
        mode,
        layer,
        size: layerSize(layer, cutouts),
        hold: handle ? { x: handle.x - at.x, y: handle.y - at.y } : { x: 0, y: 0 },
        pointers: [{ id: event.pointerId, from: at, to: at }],
        hasMoved: false,
        gesture: `drag ${event.timeStamp}`,
      };
    },
    move: (event: PointerEvent) => {
      const current = drag.current;
      if (!current) return;
      const [first, second] = current.pointers;
      const follow = (pointer: typeof first) =>
        pointer.id === event.pointerId ? { ...pointer, to: locate(event) } : pointer;
      const pointers = second ? ([follow(first), follow(second)] as const) : ([follow(first)] as const);
      const hasMoved =
        current.hasMoved ||
        pointers.some(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y) > DEAD_ZONE);
      drag.current = { ...current, pointers, hasMoved };
      if (!hasMoved) return;
      const { id } = current.layer;
      const others = editor.design.layers.filter((layer) => layer.id !== id && !layer.hidden);
      const moved = dragLayer(drag.current, event, others, cutouts);
      setGuides(moved.guides);
      editor.update(id, moved.changes, current.gesture);
    },
    end: () => {
      drag.current = undefined;
      setGuides({});
      editor.endGesture();
    },
  };
}

export type LayerDrag = ReturnType<typeof useLayerDrag>;
