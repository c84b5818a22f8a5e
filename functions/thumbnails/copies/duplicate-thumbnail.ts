import { EDITED_PHOTO, PHOTO } from '#contract/photo.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { describeShown, readCutoutKinds } from '../designs/design-mark.ts';
import { readDesign } from '../designs/read-design.ts';
import { findGeneration, requireThumbnail } from '../table/queries.ts';
import type { Generation, GenerationKey, SucceededGeneration } from '../table/rows.ts';
import { beginUnpaid, findFinished, finishUnpaid } from '../table/unpaid-rows.ts';
import { chooseImage, copyImages } from './copy-images.ts';
import { nameCopy } from './name-copy.ts';

interface CopyRequest extends GenerationKey {
  /** The id of the copy. */
  copyId: string;
}

/**
 * Makes a copy of a thumbnail: its image as the design shows it, its design and its texts. The copy costs no credit. Idempotent: a repeated
 * request finds the copy.
 * @throws `not_found` for an unknown id, another user's thumbnail, a thumbnail that has not succeeded, an edit and a cut-out, and if the
 * copy was deleted; InvalidRequestError if the id of the copy was used for something else; TooManyRequestsError; `in_progress` if another
 * request makes the same copy; an error of S3.
 */
export async function duplicateThumbnail({ userId, generationId, copyId }: CopyRequest): Promise<void> {
  const existing = await findGeneration({ userId, generationId: copyId });
  if (existing !== undefined && findCopy(existing, generationId)) return;
  const source = await requireThumbnail({ userId, generationId });
  await enforceRateLimit('copies', userId);
  const startedAt = await beginUnpaid({ userId, generationId: copyId, copyOf: generationId }, existing);
  const { image: shownId, ...design } = readDesign(source) ?? {};
  const layers = 'layers' in design ? design.layers : [];
  const kinds = await readCutoutKinds(userId, { layers });
  const image = await chooseImage(source, shownId);
  const keys = await copyImages({ userId, generationId: copyId }, image, source.designPreviewKey);
  const { prompt, negativePrompt, seed, reference, headline, name = prompt } = source;
  // The image of the copy is the edited one.
  const model = source.model === PHOTO && image !== source ? EDITED_PHOTO : source.model;
  const { width, height } = image;
  const drawnMark = keys.designPreviewKey === undefined ? undefined : source.shown?.mark;
  const shown = describeShown({ model, ...keys, width, height }, { layers }, kinds, drawnMark);
  await finishUnpaid(
    {
      ...{ userId, generationId: copyId, copyOf: generationId, status: 'succeeded', cost: 0 },
      ...{ createdAt: startedAt, endedAt: new Date().toISOString() },
      ...{ prompt, negativePrompt, model, seed, reference, name: nameCopy(name) },
      ...{ ...keys, width, height, ...(shown && { shown }) },
      ...('layers' in design && { design: JSON.stringify(design), designVersion: 1, headline }),
    },
    startedAt,
  );
}

/**
 * Returns the finished copy of a thumbnail, and undefined if an interrupted request has begun the copy.
 * @throws the errors of `duplicateThumbnail` for any other row.
 */
function findCopy(row: Generation, sourceId: string): SucceededGeneration | undefined {
  if ((row.status !== 'succeeded' && row.status !== 'deleted') || row.copyOf !== sourceId) {
    throw new InvalidRequestError('copyId was already used for another request', {
      params: { field: 'copyId' },
    });
  }
  return findFinished(row);
}
