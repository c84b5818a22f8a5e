import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { signImageUrls } from '../../images/image-urls.ts';
import { queryEdits } from '../table/queries.ts';
import type { GenerationKey, ListedImage } from '../table/rows.ts';

/** Lists the newest edits of a thumbnail, newest first, each with a new URL. */
export async function listEdits({ userId, generationId }: GenerationKey): Promise<ThumbnailEdit[]> {
  const edits = await queryEdits(userId, generationId, LIMITS.listedEdits);
  return Promise.all(edits.map(describeEdit));
}

/** @throws Error if the generation is not an edit. */
export async function describeEdit(edit: ListedImage): Promise<ThumbnailEdit> {
  const { generationId: id, baseId, operation, width, height, createdAt } = edit;
  if (baseId === undefined || operation === undefined) throw new Error('The generation is not an edit.');
  const { url: imageURL, previewURL } = await signImageUrls(edit);
  return { id, baseId, operation, imageURL, previewURL, width, height, createdAt };
}
