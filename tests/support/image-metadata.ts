import ExifReader from 'exifreader';

/** Reads the mark in the XMP of a file with a library that is not ours. @returns undefined for a file without XMP. */
export function readMark(file: Uint8Array) {
  const { xmp } = ExifReader.load(Buffer.from(file), { expanded: true });
  if (xmp === undefined) return undefined;
  return { source: xmp['DigitalSourceType']?.description, tool: xmp['CreatorTool']?.description };
}

/**
 * Reads the size of an image with lossy compression, simple or extended (RFC 9649, sections 2.5 and 2.7, and RFC 6386, section
 * 9.1).
 * @throws if the file is not such an image.
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
