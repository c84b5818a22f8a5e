import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Layer } from '../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../contract/design-limits.ts';
import { layerBounds, layerSize } from '../model/design/layer-box.ts';
import type { Point } from '../model/design/layer-box.ts';
import type { LayerChanges } from '../model/design/edit-design.ts';
import { resizeLayer, rotationTowards } from '../model/design/resize.ts';
import type { Handle } from '../model/design/resize.ts';
import { snap } from '../model/design/snap.ts';
import type { Guides } from '../model/design/snap.ts';
import type { Size } from '../../../lib/render/finished-image.ts';
import type { Editor } from './use-editor.ts';

/** A press that moves less than this selects the layer and does not move it. In pixels of the frame. */
const DEAD_ZONE = 4;

export type DragMode = 'move' | 'rotate' | Handle;

interface Drag {
  mode: DragMode;
  /** Before the drag. */
  layer: Layer;
  size: Size;
  from: Point;
  hasMoved: boolean;
  /** One drag is one step of undo. */
  gesture: string;
}

/**
 * Moves, resizes and rotates layers with the pointer. Moving snaps to lines unless Ctrl or Cmd is pressed; Shift moves
 * along one axis, and rotates in steps.
 */
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

  const move = (event: PointerEvent, { layer, from }: Drag, to: Point): LayerChanges => {
    const shift = { x: to.x - from.x, y: to.y - from.y };
    if (event.shiftKey) shift[Math.abs(shift.x) > Math.abs(shift.y) ? 'y' : 'x'] = 0;
    const moved = { ...layer, x: layer.x + shift.x, y: layer.y + shift.y };
    if (event.ctrlKey || event.metaKey) {
      setGuides({});
      return { x: moved.x, y: moved.y };
    }
    const others = editor.design.layers.filter(({ id }) => id !== layer.id);
    const snapped = snap(
      layerBounds(moved, cutouts),
      others.map((other) => layerBounds(other, cutouts)),
    );
    setGuides(snapped.guides);
    return { x: moved.x + snapped.offset.x, y: moved.y + snapped.offset.y };
  };

  const changesFor = (event: PointerEvent, current: Drag, to: Point): LayerChanges => {
    const { mode, layer, size } = current;
    if (mode === 'move') return move(event, current, to);
    if (mode === 'rotate') return { rotation: rotationTowards(layer, to, event.shiftKey) };
    return resizeLayer(layer, size, mode, to);
  };

  return {
    guides,
    start: (event: PointerEvent<HTMLElement>, layer: Layer, mode: DragMode) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      editor.select(layer.id);
      drag.current = {
        mode,
        layer,
        size: layerSize(layer, cutouts),
        from: locate(event),
        hasMoved: false,
        gesture: `drag ${event.timeStamp}`,
      };
    },
    move: (event: PointerEvent) => {
      const current = drag.current;
      if (!current) return;
      const to = locate(event);
      current.hasMoved ||= Math.hypot(to.x - current.from.x, to.y - current.from.y) > DEAD_ZONE;
      if (!current.hasMoved) return;
      editor.update(current.layer.id, changesFor(event, current, to), current.gesture);
    },
    end: () => {
      drag.current = undefined;
      setGuides({});
      editor.endGesture();
    },
  };
}

export type LayerDrag = ReturnType<typeof useLayerDrag>;
