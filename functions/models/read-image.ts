import { readJpeg } from '../shared/jpeg.ts';
import type { Image } from './adapter.ts';

/** The first eight bytes of every PNG (PNG specification, third edition, section 5.2). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Offsets in the IHDR chunk, which is always the first one (section 11.2.1). */
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
