import type { Layer } from '../../../../../../contract/design.ts';
import { SAFE_AREA } from './areas.ts';
import type { Size } from '../../../../lib/render/finished-image.ts';
import type { LayerChanges } from './edit-design.ts';
import { layerBounds } from './layer-box.ts';

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Where the start of a layer goes in a room: at its start, in its middle, or at its end. */
const SHARE: Record<Edge, number> = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 };

/** Aligns what is visible of a layer with the frame, as near to its edge as the checks allow letters to be. */
export function alignLayer(layer: Layer, edge: Edge, cutouts: ReadonlyMap<string, Size>): LayerChanges {
  const bounds = layerBounds(layer, cutouts);
  if (edge === 'left' || edge === 'center' || edge === 'right') {
    return { x: layer.x + SAFE_AREA.x + (SAFE_AREA.width - bounds.width) * SHARE[edge] - bounds.x };
  }
  return { y: layer.y + SAFE_AREA.y + (SAFE_AREA.height - bounds.height) * SHARE[edge] - bounds.y };
}
