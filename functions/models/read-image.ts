import { PNG_SIGNATURE } from '../../contract/png-metadata.ts';
import { readJpeg } from '../shared/jpeg.ts';
import type { Image } from './adapter.ts';

const SIGNATURE = Buffer.from(PNG_SIGNATURE);

/** Offsets in the IHDR chunk, which is always the first one (PNG specification, third edition, section 11.2.1). */
const IHDR = { type: 12, width: 16, height: 20, end: 24 };

/**
 * Decodes the image in a model's response. Models do not guarantee a size, so it is read from the image.
 * @throws Error if the bytes are neither a PNG nor a JPEG.
 */
export function readImage(base64: string): Image {
  const content = Buffer.from(base64, 'base64');
  if (!isPng(content)) {
    const { width, height, image } = readJpeg(content);
    return { type: 'image/jpeg', content: image, width, height };
  }
  return { type: 'image/png', content, ...readPngSize(content) };
}

export function readPngSize(png: Buffer): Pick<Image, 'width' | 'height'> {
  return { width: png.readUInt32BE(IHDR.width), height: png.readUInt32BE(IHDR.height) };
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length >= IHDR.end &&
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    bytes.toString('latin1', IHDR.type, IHDR.width) === 'IHDR'
  );
}
