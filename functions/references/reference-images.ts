import { LIMITS } from '../../contract/limits.ts';
import { PNG_SIGNATURE } from '../../contract/png-metadata.ts';
import { CodedError } from '../shared/errors.ts';
import { readJpeg } from '../shared/jpeg.ts';
import { fetchReferenceImage } from './reference-bucket.ts';

/** A PNG up to its last chunk, and its size in pixels. */
interface PngFile {
  png: Buffer;
  width: number;
  height: number;
}

const SIGNATURE = Buffer.from(PNG_SIGNATURE);
/** Length, type and CRC of a chunk (PNG specification, third edition, section 5.3). */
const CHUNK_OVERHEAD = 12;
const HEADER_LENGTH = 13;
/** Color types of section 11.2.1 with the bit depths that a browser's canvas writes: greyscale, RGB, palette, with alpha. */
const COLOR_TYPES = [0, 2, 3, 4, 6];

/**
 * Reads the size of a complete PNG of 8 bits per channel. It follows the chunks to the last one, and decodes nothing.
 * @returns the PNG without what follows it.
 * @throws Error whose message is the reason.
 */
function readPngFile(file: Buffer): PngFile {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('not a PNG');
  let size: Pick<PngFile, 'width' | 'height'> | undefined;
  let hasPixels = false;
  for (let at = SIGNATURE.length; ;) {
    if (at + CHUNK_OVERHEAD > file.length) throw new Error('the PNG is cut off');
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    at += CHUNK_OVERHEAD + length;
    if (at > file.length) throw new Error('the PNG is cut off');
    size ??= readHeader(type, content);
    if (type === 'IDAT') hasPixels = true;
    if (type !== 'IEND') continue;
    if (!hasPixels) throw new Error('the PNG contains no image');
    return { png: file.subarray(0, at), ...size };
  }
}

function readHeader(type: string, header: Buffer): Pick<PngFile, 'width' | 'height'> {
  if (type !== 'IHDR' || header.length !== HEADER_LENGTH) throw new Error('the PNG is damaged');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width === 0 || height === 0) throw new Error('the PNG states no size');
  if (header[8] !== 8 || !COLOR_TYPES.includes(header.readUInt8(9)))
    throw new Error('the PNG has unusual colours');
  return { width, height };
}

/** The time to load a reference, in ms. */
export const LOAD_TIMEOUT_MS = 3_000;

/**
 * Reads and validates a reference image of a user.
 * @param id a UUID. Another user's id, an unknown one and an expired one have the same result.
 * @throws CodedError `reference_not_found`; `reference_invalid` with the problem; `reference_unavailable` if S3 fails or
 * the signal aborts.
 */
export async function readReferenceImage(userId: string, id: string, signal: AbortSignal): Promise<Buffer> {
  return checkFile(await fetchReferenceImage(userId, id, signal), checkReferenceImage);
}

/** The same for a picture, which is a PNG. */
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

/** @returns the JPEG without what follows its end. @throws Error whose message is the reason. */
function checkReferenceImage(file: Buffer): Buffer {
  const { width, height, image } = readJpeg(file);
  checkSize({ width, height }, LIMITS.referenceMinSide);
  if (Math.max(width / height, height / width) > LIMITS.referenceMaxRatio) {
    throw new Error(`its longer side is more than ${LIMITS.referenceMaxRatio} times the shorter one`);
  }
  return image;
}

function checkSize({ width, height }: { width: number; height: number }, leastSide: number): void {
  if (width * height > LIMITS.referencePixels) {
    throw new Error(`it has ${width} x ${height} pixels, more than a megapixel`);
  }
  if (Math.min(width, height) < leastSide) {
    throw new Error(`it is ${width} x ${height} pixels; both sides must have at least ${leastSide}`);
  }
}
