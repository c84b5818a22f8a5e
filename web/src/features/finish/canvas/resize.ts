import type { Layer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Size } from '../../../lib/render/finished-image.ts';
import { clamp } from '../editor/edit-design.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { RADIANS, rotate } from '../../../lib/render/layer-place.ts';
import type { Point } from '../../../lib/render/layer-place.ts';
import { pullPoint } from '../editor/use-fingers.ts';
import type { Pull } from '../editor/use-fingers.ts';

/** A corner or a side of a layer, as the signs of its position: `{x: -1, y: 0}` is the left side. */
export interface Handle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

const CORNERS: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];
const SIDES: readonly Handle[] = [
  { x: -1, y: 0 },
  { x: 1, y: 0 },
];

/** A corner scales a layer. A side changes where a text wraps, and how long a shape is. */
export const listHandles = ({ kind }: Layer): readonly Handle[] =>
  kind === 'cutout' ? CORNERS : [...CORNERS, ...SIDES];

/** Rotations that a layer is attracted to, in degrees, and how near they attract it. */
const RIGHT_ANGLE = 90;
const ATTRACTION = 3;
const STEP = 15;

/**
 * The layer while a handle is dragged. The opposite corner or side keeps its place.
 * @param size of the layer before the drag
 * @param to where the pointer has dragged the handle
 */
export function resizeLayer(layer: Layer, size: Size, handle: Handle, to: Point): LayerChanges {
  const half = rotate({ x: (handle.x * size.width) / 2, y: (handle.y * size.height) / 2 }, layer.rotation);
  const fixed = { x: layer.x - half.x, y: layer.y - half.y };
  const across = { x: 2 * half.x, y: 2 * half.y };
  const length = across.x ** 2 + across.y ** 2;
  const dragged = ((to.x - fixed.x) * across.x + (to.y - fixed.y) * across.y) / length;
  const isCorner = handle.y !== 0;
  const factor = clamp(dragged, ...factorLimits(layer, isCorner));
  const center = { x: fixed.x + half.x * factor, y: fixed.y + half.y * factor };
  const width = layer.width * factor;
  if (layer.kind === 'text' && isCorner) return { ...center, width, size: layer.size * factor };
  if (layer.kind === 'shape' && isCorner) return { ...center, width, height: layer.height * factor };
  return { ...center, width };
}

/** The layer while two fingers move: it follows their middle, their distance and their direction. */
export function pinchLayer(layer: Layer, pull: Pull): LayerChanges {
  const factor = clamp(pull.factor, ...factorLimits(layer, true));
  return {
    ...pullPoint(layer, pull, factor, pull.degrees),
    width: layer.width * factor,
    rotation: layer.rotation + pull.degrees,
    ...(layer.kind === 'text' && { size: layer.size * factor }),
    ...(layer.kind === 'shape' && { height: layer.height * factor }),
  };
}

/** Beyond these, the width and the size would no longer change together. */
function factorLimits(layer: Layer, isCorner: boolean): [least: number, most: number] {
  const { layerWidth, textSize } = DESIGN_LIMITS;
  const width: [number, number] = [layerWidth.least / layer.width, layerWidth.most / layer.width];
  if (layer.kind === 'shape' && isCorner) {
    const { least, most } = DESIGN_LIMITS.layerHeight;
    return [Math.max(width[0], least / layer.height), Math.min(width[1], most / layer.height)];
  }
  if (layer.kind !== 'text' || !isCorner) return width;
  return [Math.max(width[0], textSize.least / layer.size), Math.min(width[1], textSize.most / layer.size)];
}

/**
 * The rotation that turns the handle above a layer towards a point, in degrees.
 * @param inSteps turns in steps of 15 degrees
 */
export function rotationTowards(center: Point, to: Point, inSteps: boolean): number {
  const degrees = Math.atan2(to.y - center.y, to.x - center.x) / RADIANS + 90;
  if (inSteps) return Math.round(degrees / STEP) * STEP;
  const rightAngle = Math.round(degrees / RIGHT_ANGLE) * RIGHT_ANGLE;
  return Math.abs(degrees - rightAngle) <= ATTRACTION ? rightAngle : degrees;
}
