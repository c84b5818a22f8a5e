import type { CutoutLayer } from '#contract/design/design.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { missingSize } from './layer-box.ts';
import type { Figure } from './swap-cutout.ts';
import { measureVisiblePart } from './visible-part.ts';

/** Finds the image of a cut-out for a layer. Without its pixels, all of it counts as visible. */
export function findFigure(
  layer: CutoutLayer,
  cutoutId: string,
  bitmaps: ReadonlyMap<string, ImageBitmap>,
  listed: readonly Cutout[],
): Figure {
  const bitmap = bitmaps.get(cutoutId);
  const size = bitmap ?? listed.find(({ id }) => id === cutoutId) ?? missingSize(layer);
  return { size: { width: size.width, height: size.height }, visible: measureVisiblePart(bitmap) };
}
