import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { signImageUrls } from '../../images/image-urls.ts';
import { findGeneration } from '../table/queries.ts';
import { queryEdits } from '../table/list-queries.ts';
import type { GenerationKey } from '../table/rows.ts';
import type { ListedImage } from '../table/listed-rows.ts';

/**
 * Lists the newest edits of a thumbnail, newest first, each with a new URL. The list also has the edit that the design shows: this edit
 * may be older, or so new that the index does not have it yet.
 */
export async function listEdits(
  { userId, generationId }: GenerationKey,
  shownId: string | undefined,
): Promise<ThumbnailEdit[]> {
  const edits = await queryEdits(userId, generationId, LIMITS.listedEdits);
  const isListed = shownId === undefined || edits.some((edit) => edit.generationId === shownId);
  const shown = isListed ? undefined : await findGeneration({ userId, generationId: shownId });
  const isVersion = shown?.status === 'succeeded' && shown.thumbnailId === generationId;
  const all: ListedImage[] = isVersion ? [...edits, shown] : edits;
  return Promise.all(all.toSorted(compareNewest).map(describeEdit));
}

const compareNewest = (a: ListedImage, b: ListedImage) => Date.parse(b.createdAt) - Date.parse(a.createdAt);

/** @throws Error if the generation is not an edit. */
export async function describeEdit(edit: ListedImage): Promise<ThumbnailEdit> {
  const { generationId: id, baseId, operation, width, height, createdAt } = edit;
  if (baseId === undefined || operation === undefined) throw new Error('The generation is not an edit.');
  const { url: imageURL, previewURL } = await signImageUrls(edit);
  return { id, baseId, operation, imageURL, previewURL, width, height, createdAt };
}
