import { useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { dragLayer } from './drag-layer.ts';
import type { Drag, DragMode } from './drag-layer.ts';
import { FRAME } from '../editor/areas.ts';
import { findLayer } from '../editor/edit-design.ts';
import { layerSize } from '../editor/layer-box.ts';
import type { Point } from '../../../lib/render/layer-place.ts';
import type { Guides } from './snap.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFingers } from '../editor/use-fingers.ts';

/** A press that moves less than this selects the layer and does not move it. In pixels of the frame. */
const DEAD_ZONE = 4;

/** Moves, resizes and rotates layers with the pointer. A second finger scales and rotates. */
export function useLayerDrag(frame: RefObject<HTMLElement | null>) {
  const { editor, fitWords, finished } = useEditedDesign();
  const { cutouts } = finished;
  const drag = useRef<Drag>(undefined);
  const [guides, setGuides] = useState<Guides>({});
  const fingers = useFingers({ area: () => frame.current, units: FRAME, read: () => editor.design });

  /** A second finger, wherever it is, continues the drag as a pinch. */
  const join = (event: PointerEvent): boolean => {
    // The layer may have been deleted during its drag. Then no release has ended the drag.
    if (!findLayer(editor.design, drag.current?.layer.id)) drag.current = undefined;
    if (!drag.current || fingers.press(event)?.count !== 2) return false;
    setGuides({});
    return true;
  };

  return {
    guides,
    join,
    /** @param handle where it is: a handle outside of the frame is shown at the edge */
    start: (event: PointerEvent<HTMLElement>, layer: Layer, mode: DragMode, handle?: Point) => {
      if (join(event)) return;
      fingers.release();
      const pull = fingers.press(event);
      if (!pull) return;
      editor.select(layer.id);
      if (layer.locked) return;
      const { x, y } = pull.to;
      drag.current = {
        mode,
        layer,
        size: layerSize(layer, cutouts),
        hold: handle ? { x: handle.x - x, y: handle.y - y } : { x: 0, y: 0 },
        hasMoved: false,
        gesture: `drag ${event.timeStamp}`,
      };
    },
    move: (event: PointerEvent) => {
      const pull = fingers.move(event);
      const { current } = drag;
      if (!pull || !current) return;
      current.hasMoved ||= pull.length > DEAD_ZONE;
      const layer = findLayer(pull.before, current.layer.id);
      if (!current.hasMoved || !layer) return;
      const { id } = layer;
      const others = editor.design.layers.filter((each) => each.id !== id && !each.hidden);
      const moved = dragLayer({ ...current, layer }, pull, event, others, cutouts);
      setGuides(moved.guides);
      const changes = layer.kind === 'text' ? fitWords(layer, moved.changes) : moved.changes;
      editor.update(id, changes, current.gesture);
    },
    end: (event: PointerEvent) => {
      if (!fingers.lift(event)) return;
      fingers.release();
      drag.current = undefined;
      setGuides({});
      editor.endGesture();
    },
  };
}

export type LayerDrag = ReturnType<typeof useLayerDrag>;
