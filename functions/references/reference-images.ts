import { LIMITS } from '../../contract/limits.ts';
import { CodedError } from '../shared/errors.ts';
import { readJpeg } from '../shared/jpeg.ts';
import { fetchReferenceImage } from './reference-bucket.ts';

/** The time to load a reference, in ms. */
export const LOAD_TIMEOUT_MS = 3_000;

/**
 * Reads and validates a reference image of a user.
 * @param id a UUID. Another user's id, an unknown one and an expired one have the same result.
 * @throws CodedError `reference_not_found`; `reference_invalid` with the problem; `reference_unavailable` if S3 fails or
 * the signal aborts.
 */
export async function readReferenceImage(userId: string, id: string, signal: AbortSignal): Promise<Buffer> {
  const file = await fetchReferenceImage(userId, id, signal);
  try {
    return checkReferenceImage(file);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CodedError('reference_invalid', { params: { reason: 'unusableImage', problem }, cause: error });
  }
}

/** @returns the JPEG without what follows its end. @throws Error whose message is the reason. */
function checkReferenceImage(file: Buffer): Buffer {
  const { width, height, image } = readJpeg(file);
  if (width * height > LIMITS.referencePixels) {
    throw new Error(`it has ${width} x ${height} pixels, more than a megapixel`);
  }
  if (Math.min(width, height) < LIMITS.referenceMinSide) {
    throw new Error(
      `it is ${width} x ${height} pixels; both sides must have at least ${LIMITS.referenceMinSide}`,
    );
  }
  if (Math.max(width / height, height / width) > LIMITS.referenceMaxRatio) {
    throw new Error(`its longer side is more than ${LIMITS.referenceMaxRatio} times the shorter one`);
  }
  return image;
}
