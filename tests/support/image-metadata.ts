interface JpegSegment {
  /** The second byte of the marker, e.g. 0xe1 for APP1. */
  marker: number;
  content: Buffer;
}

interface PngChunk {
  type: string;
  content: Buffer;
  crc: number;
}

/** Reads the segments before the pixels of a JPEG. */
export function readJpegSegments(bytes: Uint8Array): JpegSegment[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments: JpegSegment[] = [];
  let position = 2;
  while (position < file.length && file[position + 1] !== 0xda) {
    const end = position + 2 + file.readUInt16BE(position + 2);
    segments.push({ marker: file.readUInt8(position + 1), content: file.subarray(position + 4, end) });
    position = end;
  }
  return segments;
}

export function readPngChunks(bytes: Uint8Array): PngChunk[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  let position = 8;
  while (position < file.length) {
    const end = position + 8 + file.readUInt32BE(position);
    chunks.push({
      type: file.toString('latin1', position + 4, position + 8),
      content: file.subarray(position + 8, end),
      crc: file.readUInt32BE(end),
    });
    position = end + 4;
  }
  return chunks;
}

/**
 * The size of an image with lossy compression, simple or extended (RFC 9649, sections 2.5 and 2.7, and RFC 6386, section 9.1).
 * @throws if it is none.
 */
export function readWebpSize(file: Buffer): { width: number; height: number } {
  const isComplete =
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 12) === 'WEBP' &&
    file.readUInt32LE(4) === file.length - 8;
  const type = file.toString('latin1', 12, 16);
  if (!isComplete || (type !== 'VP8 ' && type !== 'VP8X'))
    throw new Error('The file is no complete lossy WebP.');
  if (type === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}

/** A lossy WebP that ends after its size. */
export function makeWebpHeader(width: number, height: number): Buffer {
  const file = Buffer.alloc(30);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(22, 4);
  file.write('WEBPVP8 ', 8, 'latin1');
  file.writeUInt32LE(10, 16);
  file.writeUInt16LE(width, 26);
  file.writeUInt16LE(height, 28);
  return file;
}
