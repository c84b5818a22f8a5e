import type { CutoutLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { cutoutSize } from '../../../lib/render/draw-cutout.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';
import { clamp } from '../editor/edit-design.ts';
import { rotate } from '../editor/layer-box.ts';
import type { Point } from '../editor/layer-box.ts';

/** The image of a cut-out. */
export interface Figure {
  size: Size;
  /** The box around its visible pixels, as shares of its size. */
  visible: Rect;
}

type Swap = Pick<CutoutLayer, 'cutoutId' | 'x' | 'y' | 'width' | 'empty'>;

/**
 * Replaces the cut-out of a layer. The visible part of the new cut-out has the height and the center of the visible part before. All
 * other settings stay, e.g. the rotation and the outline. The width of the layer ends at the limits of a design.
 */
export function swapCutout(layer: CutoutLayer, from: Figure, cutoutId: string, to: Figure): Swap {
  const before = cutoutSize(layer, from.size);
  const height = (before.height * from.visible.height) / to.visible.height;
  const { least, most } = DESIGN_LIMITS.layerWidth;
  const width = clamp((height * to.size.width) / to.size.height, least, most);
  const [old, next] = [
    findVisibleCenter(layer, before, from.visible),
    findVisibleCenter(layer, cutoutSize({ ...layer, width }, to.size), to.visible),
  ];
  return {
    cutoutId,
    width,
    x: layer.x + old.x - next.x,
    y: layer.y + old.y - next.y,
    empty: undefined,
  };
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
