import type { Picture } from './model.ts';

/** Every PNG begins with these eight bytes (PNG specification, third edition, section 5.2). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length, type, width, height: where the IHDR chunk, always the first, keeps them (section 11.2.1). */
const IHDR = { type: 12, width: 16, height: 20, end: 24 };

/**
 * A picture out of a model's answer. No model promises a size, so it is read from the picture itself.
 * @throws Error when the bytes are not a PNG.
 */
export function readPng(base64: string): Picture {
  const png = Buffer.from(base64, 'base64');
  const isPng =
    png.length >= IHDR.end &&
    png.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    png.toString('latin1', IHDR.type, IHDR.width) === 'IHDR';
  if (!isPng) throw new Error('The model answered with something that is not a PNG.');
  return { png, width: png.readUInt32BE(IHDR.width), height: png.readUInt32BE(IHDR.height) };
}
