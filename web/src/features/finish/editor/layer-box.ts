/**
 * A layer has three rectangles:
 * - Its box (`layerSize`), which a creator resizes. The words of a text wrap in its width.
 * - Its visible part before the rotation (`visibleBox`). For a text it is the ink, i.e. the letters as they are drawn, with the plate.
 * - Its bounds (`layerBounds`): the upright rectangle around the visible part after the rotation. The alignment with the frame, the fit of
 *   words and the checks use it.
 */
import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { cutoutSize } from '../../../lib/render/draw-cutout.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';
import { toFrame } from '../../../lib/render/layer-place.ts';
import { layoutTextLayer } from '../../../lib/render/layout-text.ts';
import { SAFE_AREA } from './areas.ts';
import type { LayerChanges } from './edit-design.ts';

/** The CSS of a box that is positioned in parts of a whole. */
export const placeBox = ({ x, y, width, height }: Rect, whole: Size) => ({
  left: percent(x, whole.width),
  top: percent(y, whole.height),
  width: percent(width, whole.width),
  height: percent(height, whole.height),
});

export const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** The proportions of a person's place whose example was deleted, and of another missing cut-out. */
export const missingSize = ({ slot }: CutoutLayer): Size => ({ width: slot === true ? 0.75 : 1, height: 1 });

/** The box that a layer occupies before its rotation, around its center. */
export function layerSize(layer: Layer, cutouts: ReadonlyMap<string, Size>): Size {
  if (layer.kind === 'text') {
    const { width, height } = layoutTextLayer(layer);
    return { width, height };
  }
  if (layer.kind === 'shape') return { width: layer.width, height: layer.height };
  return cutoutSize(layer, cutouts.get(layer.cutoutId) ?? missingSize(layer));
}

/** Returns the box around the visible parts of a layer without its outline: the letters with their plate, the cut-out or the shape. */
function visibleBox(layer: Layer, cutouts: ReadonlyMap<string, Size>): Rect {
  if (layer.kind !== 'text') {
    const { width, height } = layerSize(layer, cutouts);
    return { x: -width / 2, y: -height / 2, width, height };
  }
  const { ink } = layoutTextLayer(layer);
  const padding = layer.plate && layer.plate.opacity > 0 ? layer.plate.padding : 0;
  return {
    x: ink.x - padding,
    y: ink.y - padding,
    width: ink.width + 2 * padding,
    height: ink.height + 2 * padding,
  };
}

/** The upright rectangle around the visible part of a layer, after its rotation, in the frame. */
export function layerBounds(layer: Layer, cutouts: ReadonlyMap<string, Size>): Rect {
  const { x, y, width, height } = visibleBox(layer, cutouts);
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => toFrame(layer, corner));
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  };
}

type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** The share of the free space that is before the layer: 0 aligns the layer with the start, 1 with the end. */
const SHARE: Record<Edge, number> = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 };

/** Aligns the visible parts of a layer with the frame. The margin is the margin that the checks demand for letters. */
export function alignLayer(layer: Layer, edge: Edge, cutouts: ReadonlyMap<string, Size>): LayerChanges {
  const bounds = layerBounds(layer, cutouts);
  if (edge === 'left' || edge === 'center' || edge === 'right') {
    return { x: layer.x + SAFE_AREA.x + (SAFE_AREA.width - bounds.width) * SHARE[edge] - bounds.x };
  }
  return { y: layer.y + SAFE_AREA.y + (SAFE_AREA.height - bounds.height) * SHARE[edge] - bounds.y };
}
