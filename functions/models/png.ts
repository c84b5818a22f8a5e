import type { Image } from './adapter.ts';

/** The first eight bytes of every PNG (PNG specification, third edition, section 5.2). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Offsets in the IHDR chunk, which is always the first one (section 11.2.1). */
const IHDR = { type: 12, width: 16, height: 20, end: 24 };

/**
 * Decodes the PNG in a model's response. Models do not guarantee a size, so it is read from the image.
 * @throws Error if the bytes are not a PNG.
 */
export function readPng(base64: string): Image {
  const png = Buffer.from(base64, 'base64');
  const isPng =
    png.length >= IHDR.end &&
    png.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    png.toString('latin1', IHDR.type, IHDR.width) === 'IHDR';
  if (!isPng) throw new Error('The model returned an image that is not a PNG.');
  return { png, width: png.readUInt32BE(IHDR.width), height: png.readUInt32BE(IHDR.height) };
}
