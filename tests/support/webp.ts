/** The size of an image with lossy compression (RFC 9649, section 2.5, and RFC 6386, section 9.1). @throws if it is none. */
export function readWebpSize(file: Buffer): { width: number; height: number } {
  const isLossyWebp =
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 16) === 'WEBPVP8 ' &&
    file.readUInt32LE(4) === file.length - 8;
  if (!isLossyWebp) throw new Error('The file is not a complete lossy WebP.');
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}
