import type { Design } from '#contract/design/design.ts';
import {
  type CutoutKind,
  findDesignMark,
  findImageMark,
  type ImageMark,
  listShownCutouts,
} from '#contract/image-mark.ts';
import { findGeneration } from '../table/queries.ts';
import { PICTURE, type SucceededGeneration } from '../table/rows.ts';

/** The kinds of the cut-outs that a user has, by their ids. */
export type CutoutKinds = ReadonlyMap<string, CutoutKind>;

/**
 * Reads the kinds of the cut-outs that a design shows. The rows decide, because a layer says only what the page knew when the layer was
 * made. A deleted cut-out has no kind.
 */
export async function readCutoutKinds(userId: string, design: Pick<Design, 'layers'>): Promise<CutoutKinds> {
  const ids = [...new Set(listShownCutouts(design))];
  const rows = await Promise.all(ids.map((generationId) => findGeneration({ userId, generationId })));
  return new Map(
    rows.flatMap((row): [string, CutoutKind][] =>
      row?.status === 'succeeded' && row.kind === 'cutout'
        ? [[row.generationId, row.model === PICTURE ? 'picture' : 'cutout']]
        : [],
    ),
  );
}

type MarkedRow = Pick<
  SucceededGeneration,
  'model' | 'imageKey' | 'previewKey' | 'width' | 'height' | 'shown'
>;

/**
 * Describes the image that a design shows, for the lists. The index of the lists has no layers, so the mark that cut-outs cause is stored
 * with the image.
 * @param thumbnail the row, with the version that the design shows in `shown`.
 * @param drawnMark the mark that the cut-outs caused when the preview that stays, or that is copied, was drawn. The mark stays while the
 * preview shows a cut-out that was deleted since: its row has lost its kind.
 * @returns undefined if the design shows the first image of the thumbnail with the mark of this image.
 */
export function describeShown(
  { model, shown, ...thumbnail }: MarkedRow,
  design: Pick<Design, 'layers' | 'image'>,
  kinds: CutoutKinds,
  drawnMark?: ImageMark,
): SucceededGeneration['shown'] {
  const isDrawn = drawnMark !== undefined && listShownCutouts(design).some((id) => !kinds.has(id));
  const mark = isDrawn ? drawnMark : findDesignMark(model, design, kinds);
  if (mark === findImageMark({ model, isEdited: design.image !== undefined })) return shown;
  const { imageKey, previewKey, width, height } = shown ?? thumbnail;
  return { imageKey, previewKey, width, height, mark };
}

/** Returns the mark of what a thumbnail shows. */
export const readShownMark = ({ model, shown }: Pick<MarkedRow, 'model' | 'shown'>): ImageMark =>
  shown?.mark ?? findImageMark({ model, isEdited: shown !== undefined });
