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

/** The size of an image with lossy compression (RFC 9649, section 2.5, and RFC 6386, section 9.1). @throws if it is none. */
export function readWebpSize(file: Buffer): { width: number; height: number } {
  const isLossyWebp =
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 16) === 'WEBPVP8 ' &&
    file.readUInt32LE(4) === file.length - 8;
  if (!isLossyWebp) throw new Error('The file is not a complete lossy WebP.');
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}
