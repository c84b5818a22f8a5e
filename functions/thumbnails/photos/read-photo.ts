import { LIMITS } from '#contract/limits.ts';
import { fetchReferenceImage } from '../../images/references/reference-bucket.ts';
import { checkRatio, LOAD_TIMEOUT_MS } from '../../images/references/reference-images.ts';
import { CodedError } from '../../platform/errors.ts';
import { type Orientation, readOrientation } from '../../platform/jpeg-orientation.ts';
import { readJpeg } from '../../platform/jpeg.ts';

/** The file of a photo: the id of an upload, or the JPEG itself in base64. */
export type PhotoSource = { referenceId: string } | { picture: string };

/** A JPEG whose markers were checked. Nothing is decoded yet. */
export interface PhotoFile {
  jpeg: Buffer;
  /** The turn that makes the pixels upright. */
  orientation: Orientation;
  /** The size of the upright photo, in pixels. */
  width: number;
  height: number;
}

/** The orientations that turn a photo by 90 degrees begin here. */
const FIRST_TURNED = 5;

/**
 * Reads and checks the file of a photo, and decodes nothing.
 * @throws `invalid_request` that names the field and the problem; `reference_not_found` or `reference_unavailable` for an upload.
 */
export async function readPhoto(userId: string, source: PhotoSource): Promise<PhotoFile> {
  const file =
    'picture' in source
      ? Buffer.from(source.picture, 'base64')
      : await fetchReferenceImage(userId, source.referenceId, AbortSignal.timeout(LOAD_TIMEOUT_MS));
  try {
    return checkPhoto(file);
  } catch (error) {
    throw unusablePictureError(source, error);
  }
}

/** Creates the error of a photo that cannot be used. The message of the cause is the problem. */
export function unusablePictureError(source: PhotoSource, cause: unknown): CodedError {
  const problem = cause instanceof Error ? cause.message : String(cause);
  const field = 'picture' in source ? 'picture' : 'referenceId';
  return new CodedError('invalid_request', { params: { field, reason: 'unusablePicture', problem }, cause });
}

function checkPhoto(file: Buffer): PhotoFile {
  const { image: jpeg, ...stored } = readJpeg(file);
  const [longer, shorter] = [Math.max(stored.width, stored.height), Math.min(stored.width, stored.height)];
  const size = `${stored.width} x ${stored.height} pixels`;
  if (longer > LIMITS.photoMaxSide || longer * shorter > LIMITS.photoPixels) {
    throw new Error(`it has ${size}, more than 1920 x 1080`);
  }
  if (shorter < LIMITS.photoMinSide) {
    throw new Error(`it is ${size}; both sides must have at least ${LIMITS.photoMinSide}`);
  }
  // Edits and references need a ratio that the services accept.
  checkRatio(stored);
  const orientation = readOrientation(jpeg);
  const { width, height } =
    orientation < FIRST_TURNED ? stored : { width: stored.height, height: stored.width };
  return { jpeg, orientation, width, height };
}
