import type { CutoutLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { cutoutSize } from '../../../lib/render/draw-cutout.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';
import { clamp } from './edit-design.ts';
import { rotate } from '../../../lib/render/layer-place.ts';
import type { Point } from '../../../lib/render/layer-place.ts';

/** The image of a cut-out. */
export interface Figure {
  size: Size;
  /** The box around its visible pixels, as shares of its size. */
  visible: Rect;
}

type Placed = Pick<CutoutLayer, 'x' | 'y' | 'width' | 'rotation' | 'flipped'>;
type Swap = Pick<CutoutLayer, 'cutoutId' | 'x' | 'y' | 'width' | 'empty'>;

/**
 * Replaces the cut-out of a layer. The visible part of the new cut-out has the height and the center of the visible part before. All
 * other settings stay, e.g. the rotation and the outline. The visible part is less high if the limits of a design demand it, and keeps
 * its center and its proportions.
 */
export function swapCutout(layer: CutoutLayer, from: Figure, cutoutId: string, to: Figure): Swap {
  const before = cutoutSize(layer, from.size);
  const height = (before.height * from.visible.height) / to.visible.height;
  const old = findVisibleCenter(layer, before, from.visible);
  const center = { x: layer.x + old.x, y: layer.y + old.y };
  // The center of the visible part of a layer that is one pixel wide.
  const step = findVisibleCenter(layer, cutoutSize({ ...layer, width: 1 }, to.size), to.visible);
  const { frameWidth, frameHeight, layerWidth } = DESIGN_LIMITS;
  const width = clamp(
    Math.min(
      (height * to.size.width) / to.size.height,
      findMost(center.x, step.x, frameWidth),
      findMost(center.y, step.y, frameHeight),
    ),
    layerWidth.least,
    layerWidth.most,
  );
  return {
    cutoutId,
    width,
    x: center.x - width * step.x,
    y: center.y - width * step.y,
    empty: undefined,
  };
}

/**
 * Finds the largest width of a layer with which its center is inside the limits, in one direction.
 * @param step the distance between both centers for each pixel of the width
 */
function findMost(visibleCenter: number, step: number, frame: number): number {
  const { outside } = DESIGN_LIMITS;
  if (step === 0) return Infinity;
  return step > 0 ? (visibleCenter + outside) / step : (frame + outside - visibleCenter) / -step;
}

/** Returns the center of the visible part, relative to the center of the layer. */
function findVisibleCenter(
  { flipped, rotation }: CutoutLayer,
  { width, height }: Size,
  visible: Rect,
): Point {
  const x = (visible.x + visible.width / 2 - 0.5) * width;
  const y = (visible.y + visible.height / 2 - 0.5) * height;
  return rotate({ x: flipped ? -x : x, y }, rotation);
}

/** Replaces the cut-out of a layer again and again. Many swaps change as much as the last one alone, until the layer is changed otherwise. */
export class SwapVisit {
  #origin: CutoutLayer;
  #last: Placed;

  constructor(layer: CutoutLayer) {
    this.#origin = layer;
    this.#last = layer;
  }

  /** @param layer the layer as it is now */
  swap(layer: CutoutLayer, cutoutId: string, find: (cutoutId: string) => Figure): Swap {
    if (!isInPlace(layer, this.#last)) this.#origin = layer;
    const origin = this.#origin;
    const swap = swapCutout(origin, find(origin.cutoutId), cutoutId, find(cutoutId));
    this.#last = { ...layer, ...swap };
    return swap;
  }
}

/** A design rounds to a tenth of a pixel. */
const ROUNDING = 0.1;

const isInPlace = (layer: CutoutLayer, last: Placed) =>
  (['x', 'y', 'width', 'rotation'] as const).every(
    (field) => Math.abs(layer[field] - last[field]) <= ROUNDING,
  ) && layer.flipped === last.flipped;
