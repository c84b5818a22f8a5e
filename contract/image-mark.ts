import type { Design } from './design/design.ts';
import { isEmptyPlace } from './design/person-place.ts';
import { EDITED_PHOTO, PHOTO } from './photo.ts';

/** The marks of a file: no AI took part, AI made or changed a part of the image, or AI made the whole image. */
export const IMAGE_MARKS = ['none', 'composite', 'generated'] as const;
export type ImageMark = (typeof IMAGE_MARKS)[number];

/** Says in words what a mark means, for a reader of the page. A composite began as a photo or as a generated image, which its model tells. */
export function describeMark(model: string | undefined, mark: ImageMark): string {
  if (mark === 'none') return 'Camera';
  if (mark === 'generated') return 'AI';
  return model === PHOTO || model === EDITED_PHOTO ? 'Camera, edited with AI' : 'AI, with your picture';
}

/** The kind of a cut-out. A model has changed the pixels of a `cutout`. A `picture` is stored as the creator uploaded it, and
 * its file has no mark of AI. */
export type CutoutKind = 'cutout' | 'picture';

interface MarkedImage {
  /** The model of the thumbnail. */
  model: string;
  /** True if the file shows an edit by a model in place of the first image of the thumbnail. @default false */
  isEdited?: boolean;
  /** The kinds of the cut-outs that the file shows. @default no cut-out */
  cutouts?: readonly CutoutKind[];
}

/**
 * Decides the mark of a file. A photo has no mark until a model has changed a part of it. A generated image is a composite as soon as it
 * shows a cut-out or a picture, because both begin as photos.
 */
export function findImageMark({ model, isEdited = false, cutouts = [] }: MarkedImage): ImageMark {
  if (model === PHOTO) return isEdited || cutouts.includes('cutout') ? 'composite' : 'none';
  return model === EDITED_PHOTO || cutouts.length > 0 ? 'composite' : 'generated';
}

/**
 * Decides the mark of a drawn design. A hidden cut-out does not count, and neither does a cut-out that was deleted.
 * @param kinds the kinds of the cut-outs that can be drawn, by their ids.
 */
export function findDesignMark(
  model: string,
  design: Pick<Design, 'layers' | 'image'>,
  kinds: ReadonlyMap<string, CutoutKind>,
): ImageMark {
  const cutouts = listShownCutouts(design).flatMap((id) => kinds.get(id) ?? []);
  return findImageMark({ model, isEdited: design.image !== undefined, cutouts });
}

/** Lists the ids of the cut-outs that a design shows. A hidden or transparent cut-out and an empty place are not drawn, so nothing waits for them. */
export const listShownCutouts = ({ layers }: Pick<Design, 'layers'>): string[] =>
  layers.flatMap((layer) =>
    layer.kind === 'cutout' && !layer.hidden && layer.opacity !== 0 && !isEmptyPlace(layer)
      ? [layer.cutoutId]
      : [],
  );
