import { createHash } from 'node:crypto';
import { readFileMark, UPLOAD_MODELS } from '#contract/file-mark.ts';
import { isUploaded, PHOTO } from '#contract/photo.ts';
import { UnusableImageError } from '../../images/pixels/mask-png.ts';
import { runPixelTask } from '../../images/pixels/pixel-thread.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { nameIdea } from '../generation/name-idea.ts';
import { storeImages } from '../generation/store-images.ts';
import { findGeneration } from '../table/queries.ts';
import type { Generation, GenerationKey, SucceededGeneration } from '../table/rows.ts';
import { beginUnpaid, findFinished, finishUnpaid } from '../table/unpaid-rows.ts';
import { type PhotoFile, type PhotoSource, readPhoto, unusablePictureError } from './read-photo.ts';

interface PhotoRequest extends GenerationKey {
  source: PhotoSource;
  name: string | undefined;
  /** The end of the invocation, in ms since the epoch. */
  endAt: number;
}

/** The time that the last write needs, in ms. */
const RESERVE_MS = 2_500;

/**
 * Makes a thumbnail of a photo. The photo costs no credit and calls no model. Its file has the mark of AI that the upload has.
 * Idempotent: a repeated request finds the thumbnail.
 * @throws InvalidRequestError if the id was used for something else; TooManyRequestsError; the errors of `readPhoto`; `invalid_request` if
 * the photo cannot be decoded; `not_found` if the thumbnail was deleted; `in_progress` if another request makes the same thumbnail; an error
 * of S3.
 */
export async function createPhoto(request: PhotoRequest): Promise<SucceededGeneration> {
  const { userId, generationId, source, endAt } = request;
  const key = { userId, generationId };
  const existing = await findGeneration(key);
  const finished = existing && findPhoto(existing);
  if (finished) return finished;
  await enforceRateLimit('photos', userId);
  const file = await readPhoto(userId, source);
  const pictureDigest = createHash('sha256').update(file.jpeg).digest('base64url');
  if (existing !== undefined) requirePicture(existing, pictureDigest);
  const content = await decodePhoto(file, source, endAt - RESERVE_MS);
  // A photo whose file has a mark of AI keeps this mark, because the upload does not make it the work of a camera.
  const mark = readFileMark(file.jpeg);
  const createdAt = await beginUnpaid({ ...key, model: PHOTO, pictureDigest }, existing);
  const image = { type: 'image/png', content, mark } as const;
  const photo: SucceededGeneration = {
    ...{ ...key, status: 'succeeded', model: UPLOAD_MODELS[mark], prompt: '', seed: 0, cost: 0 },
    ...{ createdAt, endedAt: new Date().toISOString(), name: nameIdea(request.name ?? '') || undefined },
    ...(await storeImages(key, image, endAt - RESERVE_MS)),
    ...{ width: file.width, height: file.height },
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
  if (!isEnded || !isUploaded(row.model) || row.copyOf !== undefined) {
    throw usedIdError();
  }
  return findFinished(row);
}

/**
 * Requires that an interrupted request had the same picture. Both requests store their image under one key, and the slower request may
 * store its image after the other request has finished the row.
 */
function requirePicture(begun: Generation, pictureDigest: string): void {
  if (begun.status !== 'deleted' || begun.pictureDigest !== pictureDigest) throw usedIdError();
}

const usedIdError = () =>
  new InvalidRequestError('generationId was already used for another request', {
    params: { field: 'generationId' },
  });

/** Converts a JPEG to an upright PNG. @throws `invalid_request` if the JPEG cannot be decoded; the errors of `runPixelTask`. */
async function decodePhoto(
  { jpeg, orientation }: PhotoFile,
  source: PhotoSource,
  endAt: number,
): Promise<Uint8Array> {
  try {
    return await runPixelTask({ kind: 'photo', jpeg, orientation }, endAt);
  } catch (cause) {
    throw cause instanceof UnusableImageError ? unusablePictureError(source, cause) : cause;
  }
}
