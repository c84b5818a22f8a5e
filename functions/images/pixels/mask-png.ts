import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { createPngChunk, PNG_SIGNATURE } from '#contract/design/image-metadata.ts';
import { readPng } from '../../platform/png.ts';

/** Thrown if an image of the user cannot be used. The message follows a colon. */
export class UnusableImageError extends Error {
  override name = 'UnusableImageError';
}

/**
 * The least value of a marked pixel. A model changes a grey pixel in part, so only pixels that are more white than black count as marked.
 */
const MARKED = 128;
/** The filter that stores the difference to the row above (section 9.2). Most rows of a mask are equal to the row above. */
const FILTER_UP = 2;

interface MaskPixels {
  width: number;
  height: number;
  /** The values of the pixels, row by row. */
  pixels: Uint8Array<ArrayBuffer>;
}

/**
 * Decodes a mask: a PNG with 8-bit grey. The inflated data must have exactly the bytes that the size needs. No bytes may follow the data or
 * the file.
 * @throws UnusableImageError
 */
export function decodeMask(png: Uint8Array): MaskPixels {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const { chunks, width, height, format } = readPng(file, fail);
  if (chunks.some(({ bytes }) => crc32(bytes.subarray(4, -4)) !== bytes.readUInt32BE(bytes.length - 4))) {
    throw fail('is damaged');
  }
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, PNG_SIGNATURE.length);
  if (bytes !== file.length) throw fail('has data behind its end');
  if (chunks.filter(({ type }) => type === 'IHDR').length > 1) throw fail('has two headers');
  const [depth, colors, ...others] = format;
  if (depth !== 8 || colors !== 0) throw fail('must have 8-bit grey');
  if (others.some((value) => value !== 0)) throw fail('must not be interlaced');
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const pixels = unfilter(inflate(data, (width + 1) * height), width, height);
  if (!pixels.some((value) => value >= MARKED)) throw fail('must mark what changes in white');
  return { width, height, pixels };
}

/** Encodes a mask again, so that the model receives only the pixels of the user's file. */
export function encodeMask(pixels: Uint8Array, width: number): Buffer {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // This byte is the bit depth. The color type of grey is 0, and the other fields are also 0.
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = FILTER_UP;
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      rows[at + y + 1] = (pixels[at] ?? 0) - (pixels[at - width] ?? 0);
    }
  }
  return Buffer.concat([
    Buffer.from(PNG_SIGNATURE),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(rows)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function inflate(data: Buffer, bytes: number): Buffer {
  let inflated: ReturnType<typeof inflateWithInfo>;
  try {
    inflated = inflateWithInfo(data, bytes);
  } catch {
    throw fail('is damaged');
  }
  if (inflated.buffer.length !== bytes) throw fail('is cut off');
  // The decoder ignores data behind the stream, but a model would receive the data.
  if (inflated.engine.bytesWritten !== data.length) throw fail('has data behind its pixels');
  return inflated.buffer;
}

/** Inflates data. The types of Node.js do not declare that the option `info` changes the result. */
function inflateWithInfo(data: Buffer, maxOutputLength: number) {
  return inflateSync(data, { maxOutputLength, info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
}

/** Reverses the filters of the rows (PNG specification, third edition, section 9.2). Each row begins with the number of its filter. */
function unfilter(rows: Buffer, width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const source = y * (width + 1);
    const target = y * width;
    const filter = rows[source] ?? 0;
    if (filter > 4) throw fail('is damaged');
    for (let x = 0; x < width; x += 1) {
      const left = x === 0 ? 0 : (pixels[target + x - 1] ?? 0);
      const up = y === 0 ? 0 : (pixels[target + x - width] ?? 0);
      const corner = x === 0 || y === 0 ? 0 : (pixels[target + x - width - 1] ?? 0);
      pixels[target + x] = (rows[source + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return predictPaeth(left, up, corner);
    default:
      return 0;
  }
}

/** Predicts a pixel (section 9.4). Allocates nothing, because the function runs for each pixel. */
function predictPaeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function fail(problem: string): UnusableImageError {
  return new UnusableImageError(problem);
}
