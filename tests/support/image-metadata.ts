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
