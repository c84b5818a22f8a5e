import type { Layer } from '#contract/design/design.ts';
import type { Size } from '../../../lib/render/finished-image.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { layerBounds } from '../editor/layer-box.ts';
import type { Point } from '../../../lib/render/layer-place.ts';
import type { Pull } from '../editor/use-fingers.ts';
import { pinchLayer, resizeLayer, rotationTowards } from './resize.ts';
import type { Handle } from './resize.ts';
import { snap } from './snap.ts';
import type { Guides } from './snap.ts';

/** The part of a layer that the pointer drags: the layer itself, its rotation handle, or another handle. */
export type DragMode = 'move' | 'rotate' | Handle;

export interface Drag {
  mode: DragMode;
  /** The layer before the pull. */
  layer: Layer;
  size: Size;
  /** The distance from the pointer to the dragged handle. */
  hold: Point;
  hasMoved: boolean;
  /** One drag is one step of undo. */
  gesture: string;
}

/** The keys that are pressed: Shift moves along one axis and rotates in steps, the others turn snapping off. */
type Keys = Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>;

/**
 * Returns the changes of a drag since its start, and the guides that the layer snaps to.
 * @param others the other layers, whose edges attract the dragged layer
 */
export function dragLayer(
  { mode, layer, size, hold }: Drag,
  pull: Pull,
  keys: Keys,
  others: readonly Layer[],
  cutouts: ReadonlyMap<string, Size>,
): { changes: LayerChanges; guides: Guides } {
  if (pull.count > 1) return { changes: pinchLayer(layer, pull), guides: {} };
  if (mode === 'move') return moveLayer(layer, pull, keys, others, cutouts);
  const handle = { x: pull.to.x + hold.x, y: pull.to.y + hold.y };
  const changes =
    mode === 'rotate'
      ? { rotation: rotationTowards(layer, handle, keys.shiftKey) }
      : resizeLayer(layer, size, mode, handle);
  return { changes, guides: {} };
}

function moveLayer(
  layer: Layer,
  { from, to }: Pull,
  { shiftKey, ctrlKey, metaKey }: Keys,
  others: readonly Layer[],
  cutouts: ReadonlyMap<string, Size>,
): { changes: LayerChanges; guides: Guides } {
  const shift = { x: to.x - from.x, y: to.y - from.y };
  if (shiftKey) shift[Math.abs(shift.x) > Math.abs(shift.y) ? 'y' : 'x'] = 0;
  const moved = { ...layer, x: layer.x + shift.x, y: layer.y + shift.y };
  if (ctrlKey || metaKey) return { changes: { x: moved.x, y: moved.y }, guides: {} };
  const { offset, guides } = snap(
    layerBounds(moved, cutouts),
    others.map((other) => layerBounds(other, cutouts)),
  );
  return { changes: { x: moved.x + offset.x, y: moved.y + offset.y }, guides };
}
