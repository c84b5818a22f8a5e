import { PNG_SIGNATURE } from '#contract/design/image-metadata.ts';

const SIGNATURE = Buffer.from(PNG_SIGNATURE);

/**
 * The length and the type before the content of a chunk, and the checksum after the content (PNG specification, third edition, section
 * 5.3).
 */
const CHUNK_BYTES = { before: 8, after: 4 };

/** The offsets in the header, which is always the first chunk (section 11.2.1). */
const IHDR = { type: 12, width: 16, height: 20, end: 24, length: 13 };

export function hasPngSignature(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Returns true if the file begins like a PNG, up to its size. */
export function isPng(file: Buffer): boolean {
  return (
    file.length >= IHDR.end &&
    hasPngSignature(file) &&
    file.toString('latin1', IHDR.type, IHDR.width) === 'IHDR'
  );
}

interface PngSize {
  /** The width in pixels. */
  width: number;
  height: number;
}

export function readPngSize(png: Buffer): PngSize {
  return { width: png.readUInt32BE(IHDR.width), height: png.readUInt32BE(IHDR.height) };
}

interface PngChunk {
  type: string;
  content: Buffer;
  /** The whole chunk, with length, type and checksum. */
  bytes: Buffer;
}

interface PngFile extends PngSize {
  /** The chunks up to the last chunk. A file may have other data after this chunk. */
  chunks: PngChunk[];
  /** The fields of the header after the size: depth, colors, compression, filter, interlace. */
  format: Buffer;
}

/**
 * Follows the chunks of a file with the signature of a PNG, up to the last chunk. Decodes nothing, and compares no checksum.
 * @param fail makes the error for a file that `is cut off` or `is damaged`.
 */
export function readPng(file: Buffer, fail: (problem: string) => Error): PngFile {
  const chunks: PngChunk[] = [];
  let rest = file.subarray(SIGNATURE.length);
  while (chunks.at(-1)?.type !== 'IEND') {
    if (rest.length < CHUNK_BYTES.before) throw fail('is cut off');
    const end = CHUNK_BYTES.before + rest.readUInt32BE();
    const next = end + CHUNK_BYTES.after;
    if (next > rest.length) throw fail('is cut off');
    const type = rest.toString('latin1', 4, CHUNK_BYTES.before);
    chunks.push({ type, content: rest.subarray(CHUNK_BYTES.before, end), bytes: rest.subarray(0, next) });
    rest = rest.subarray(next);
  }
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.content.length !== IHDR.length) throw fail('is damaged');
  return { ...readPngSize(file), chunks, format: header.content.subarray(8) };
}

/** Joins chunks to a file, without any data after the last chunk. */
export function joinChunks(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks.map(({ bytes }) => bytes)]);
}
