import { decode } from 'jpeg-js';
import { decodePixels } from './edits/pixels.ts';
import { BedrockError } from './runtime-api.ts';

/** A decoded reference image: four bytes (red, green, blue, alpha) for each pixel. */
export interface ReferenceImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** An uploaded image, decoded and in its original base64. */
export interface UploadedImage extends ReferenceImage {
  base64: string;
  /** The text in the comment segments of the JPEG. */
  comment: string;
}

/** Limits of the input (Amazon Bedrock user guide, "Stability AI Image Services"). */
const LIMITS = { minSide: 64, maxPixels: 9_437_184, maxRatio: 2.5 };

let last: UploadedImage | undefined;

/**
 * Decodes the reference of an image: an uploaded JPEG, or the PNG of an earlier image.
 * @throws BedrockError ValidationException for an image that the services do not accept.
 */
export async function decodeReferenceImage(base64: string): Promise<ReferenceImage> {
  if (!base64.startsWith(PNG_START)) return decodeUploadedImage(base64);
  if (lastPng?.base64 !== base64) lastPng = { ...(await decodePng(base64)), base64 };
  return lastPng;
}

/** The signature of a PNG in base64, without its last two bits (PNG specification, third edition, section 5.2). */
const PNG_START = 'iVBORw0KGg';

let lastPng: (ReferenceImage & { base64: string }) | undefined;

async function decodePng(base64: string): Promise<ReferenceImage> {
  const { width, height, data } = await decodePixels(Buffer.from(base64, 'base64')).catch(
    (error: unknown) => {
      throw invalidImage(`the PNG cannot be decoded: ${String(error)}`);
    },
  );
  checkSize({ width, height });
  return { width, height, data: new Uint8Array(data) };
}

/**
 * Decodes a JPEG. Remembers the last image, because the variations of a thumbnail and the models of a pool often get the same image.
 * @throws BedrockError ValidationException for an image that the services do not accept.
 */
export function decodeUploadedImage(base64: string): UploadedImage {
  if (last?.base64 !== base64) last = decodeNewImage(base64);
  return last;
}

function decodeNewImage(base64: string): UploadedImage {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalidImage('image is not base64');
  const { width, height, data, comments = [] } = decodeJpeg(Buffer.from(base64, 'base64'));
  checkSize({ width, height });
  return { width, height, data, base64, comment: comments.join(' ') };
}

/** @throws BedrockError ValidationException for an image that is too small, too large or too long. */
export function checkSize({ width, height }: Pick<ReferenceImage, 'width' | 'height'>): void {
  if (Math.min(width, height) < LIMITS.minSide) throw invalidImage('each side must be at least 64 pixels');
  if (width * height > LIMITS.maxPixels) throw invalidImage('image must have at most 9437184 pixels');
  if (Math.max(width / height, height / width) > LIMITS.maxRatio) {
    throw invalidImage('aspect ratio must be between 1:2.5 and 2.5:1');
  }
}

function decodeJpeg(bytes: Buffer): ReferenceImage & { comments?: string[] } {
  try {
    return decode(bytes, { useTArray: true, maxResolutionInMP: 12 });
  } catch (error) {
    // Bedrock also accepts WebP, which the product never sends.
    const reason = error instanceof Error ? error.message : 'unknown';
    throw invalidImage(`the Bedrock emulator reads only JPEG and PNG images: ${reason}`);
  }
}

export function invalidImage(reason: string): BedrockError {
  return new BedrockError('ValidationException', `Invalid image: ${reason}.`);
}
