import { LIMITS } from '#contract/limits.ts';
import { CodedError } from '../../platform/errors.ts';
import { readJpeg } from '../../platform/jpeg.ts';
import { hasPngSignature, joinChunks, readPng } from '../../platform/png.ts';
import { fetchReferenceImage } from './reference-bucket.ts';

/** A PNG up to its last chunk, and its size in pixels. */
interface PngFile {
  png: Buffer;
  width: number;
  height: number;
}

/**
 * The accepted color types: greyscale, RGB, palette, greyscale with alpha, and RGB with alpha (PNG specification, third edition, section
 * 11.2.1). A browser's canvas writes them with 8 bits per channel.
 */
const COLOR_TYPES = [0, 2, 3, 4, 6];

/**
 * Reads the size of a complete PNG with 8 bits per channel. Follows the chunks to the last chunk, and decodes nothing.
 * @returns the PNG without any bytes after its end.
 * @throws Error whose message is the reason.
 */
function readPngFile(file: Buffer): PngFile {
  if (!hasPngSignature(file)) throw new Error('not a PNG');
  const fail = (problem: string) => new Error(`the PNG ${problem}`);
  const { chunks, width, height, format } = readPng(file, fail);
  if (width === 0 || height === 0) throw fail('states no size');
  const [depth, colors = 0] = format;
  if (depth !== 8 || !COLOR_TYPES.includes(colors)) throw fail('has unusual colours');
  if (!chunks.some(({ type }) => type === 'IDAT')) throw fail('contains no image');
  return { png: joinChunks(chunks), width, height };
}

/** The time to load a reference, in ms. */
export const LOAD_TIMEOUT_MS = 3_000;

/**
 * Reads and validates a reference image of a user.
 * @param id a UUID. The result is the same for another user's id, an unknown id and an expired id.
 * @throws CodedError `reference_not_found`; `reference_invalid` with the problem; `reference_unavailable` if S3 fails or the signal aborts.
 */
export async function readReferenceImage(userId: string, id: string, signal: AbortSignal): Promise<Buffer> {
  return checkFile(await fetchReferenceImage(userId, id, signal), checkReferenceImage);
}

/** Reads and validates a picture of a user, which is a PNG. @throws the errors of `readReferenceImage`. */
export async function readPicture(userId: string, id: string, signal: AbortSignal): Promise<PngFile> {
  return checkFile(await fetchReferenceImage(userId, id, signal), checkPicture);
}

function checkFile<Checked>(file: Buffer, check: (file: Buffer) => Checked): Checked {
  try {
    return check(file);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CodedError('reference_invalid', { params: { reason: 'unusableImage', problem }, cause: error });
  }
}

function checkPicture(file: Buffer): PngFile {
  const picture = readPngFile(file);
  checkSize(picture, LIMITS.pictureMinSide);
  return picture;
}

/** Checks a JPEG. @returns the JPEG without any bytes after its end. @throws Error whose message is the reason. */
function checkReferenceImage(file: Buffer): Buffer {
  const { width, height, image } = readJpeg(file);
  checkSize({ width, height }, LIMITS.referenceMinSide);
  checkRatio({ width, height });
  return image;
}

/** @throws Error whose message is the reason, if a service would refuse the ratio of the sides. */
export function checkRatio({ width, height }: Pick<PngFile, 'width' | 'height'>): void {
  if (Math.max(width / height, height / width) > LIMITS.referenceMaxRatio) {
    throw new Error(`its longer side is more than ${LIMITS.referenceMaxRatio} times the shorter one`);
  }
}

function checkSize({ width, height }: { width: number; height: number }, leastSide: number): void {
  if (width * height > LIMITS.referencePixels) {
    throw new Error(`it has ${width} x ${height} pixels, more than a megapixel`);
  }
  if (Math.min(width, height) < leastSide) {
    throw new Error(`it is ${width} x ${height} pixels; both sides must have at least ${leastSide}`);
  }
}
