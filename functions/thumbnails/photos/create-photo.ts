import { findImageMark } from '#contract/image-mark.ts';
import { PHOTO } from '#contract/photo.ts';
import { UnusableImageError } from '../../images/pixels/mask-png.ts';
import { runPixelTask } from '../../images/pixels/pixel-thread.ts';
import { LOAD_TIMEOUT_MS, readPhoto } from '../../images/references/reference-images.ts';
import { CodedError, InvalidRequestError } from '../../platform/errors.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { nameIdea } from '../generation/name-idea.ts';
import { storeImages } from '../generation/store-images.ts';
import { findGeneration } from '../table/queries.ts';
import type { Generation, GenerationKey, SucceededGeneration } from '../table/rows.ts';
import { beginUnpaid, findFinished, finishUnpaid } from '../table/unpaid-rows.ts';

interface PhotoRequest extends GenerationKey {
  /** The id of the uploaded JPEG. */
  referenceId: string;
  name: string | undefined;
  /** The end of the invocation, in ms since the epoch. */
  endAt: number;
}

/** The time that the last write needs, in ms. */
const RESERVE_MS = 2_500;

/**
 * Makes a thumbnail of an uploaded photo. The photo costs no credit, calls no model, and its file has no mark of AI. Idempotent: a repeated
 * request finds the thumbnail.
 * @throws InvalidRequestError if the id was used for something else; TooManyRequestsError; `reference_not_found`, `reference_invalid` or
 * `reference_unavailable`; `not_found` if the thumbnail was deleted; `in_progress` if another request makes the same thumbnail; an error
 * of S3.
 */
export async function createPhoto(request: PhotoRequest): Promise<SucceededGeneration> {
  const { userId, generationId, referenceId, endAt } = request;
  const key = { userId, generationId };
  const existing = await findGeneration(key);
  const finished = existing && findPhoto(existing);
  if (finished) return finished;
  await enforceRateLimit('photos', userId);
  const jpeg = await readPhoto(userId, referenceId, AbortSignal.timeout(LOAD_TIMEOUT_MS));
  const content = await decodePhoto(jpeg.image, endAt - RESERVE_MS);
  const createdAt = await beginUnpaid({ ...key, model: PHOTO }, existing);
  const image = { type: 'image/png', content, mark: findImageMark({ model: PHOTO }) } as const;
  const photo: SucceededGeneration = {
    ...{ ...key, status: 'succeeded', model: PHOTO, prompt: '', seed: 0, cost: 0 },
    ...{ createdAt, endedAt: new Date().toISOString(), name: nameIdea(request.name ?? '') || undefined },
    ...(await storeImages(key, image, endAt - RESERVE_MS)),
    ...{ width: jpeg.width, height: jpeg.height },
  };
  await finishUnpaid(photo, createdAt);
  return photo;
}

/**
 * Returns the finished thumbnail of a photo, and undefined if an interrupted request has begun it.
 * @throws the errors of `createPhoto` for any other row.
 */
function findPhoto(row: Generation): SucceededGeneration | undefined {
  const isEnded = row.status === 'succeeded' || row.status === 'deleted';
  if (!isEnded || row.model !== PHOTO || row.copyOf !== undefined) {
    throw new InvalidRequestError('generationId was already used for another request', {
      params: { field: 'generationId' },
    });
  }
  return findFinished(row);
}

/** Converts a JPEG to a PNG. @throws `reference_invalid` if the JPEG cannot be decoded; the errors of `runPixelTask`. */
async function decodePhoto(jpeg: Uint8Array, endAt: number): Promise<Uint8Array> {
  try {
    return await runPixelTask({ kind: 'photo', jpeg }, endAt);
  } catch (cause) {
    if (!(cause instanceof UnusableImageError)) throw cause;
    throw new CodedError('reference_invalid', {
      params: { reason: 'unusableImage', problem: cause.message },
      cause,
    });
  }
}
