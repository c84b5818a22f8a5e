import type { Design } from '#contract/design/design.ts';
import { EDITED_PHOTO, PHOTO } from '#contract/photo.ts';
import type { StoredImage } from '../../images/image-bucket.ts';

type ImageSource = NonNullable<StoredImage['source']>;

/** Finds the source of the first image of a thumbnail, for the mark of its files: a photo has none. */
export function findOriginalSource({ model }: { model: string }): ImageSource {
  if (model === PHOTO) return 'none';
  return model === EDITED_PHOTO ? 'composite' : 'generated';
}

/**
 * Finds the source of a drawn design. A cut-out is a photo that a model has changed, so an image with a cut-out is a composite. A photo
 * stays without a mark until its design shows an edit or a cut-out.
 */
export function findDesignSource(
  thumbnail: { model: string },
  { layers, image }: Pick<Design, 'layers' | 'image'>,
): ImageSource {
  const original = findOriginalSource(thumbnail);
  if (original === 'none' && image !== undefined) return 'composite';
  const hasCutout = layers.some(
    (layer) => layer.kind === 'cutout' && (original !== 'none' || layer.isPicture !== true),
  );
  return hasCutout ? 'composite' : original;
}
