import type { ImageMark } from '#contract/image-mark.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import type { MarkedImage } from '../render/finished-image.ts';

/**
 * Decides the mark of a Photoshop file. The file also has the pixels of the cut-outs that the design hides. A hidden layer knows from the time
 * when it was made if a model changed its cut-out.
 */
export function findPsdMark({ mark, design, cutouts }: Omit<MarkedImage, 'image'>): ImageMark {
  const isComposite = design.layers.some(
    (layer) =>
      layer.kind === 'cutout' &&
      !isEmptyPlace(layer) &&
      cutouts.has(layer.cutoutId) &&
      (layer.hidden === true || layer.opacity === 0) &&
      (layer.isPicture !== true || mark === 'generated'),
  );
  return isComposite ? 'composite' : mark;
}
