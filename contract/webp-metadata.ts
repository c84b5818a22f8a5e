/** WebP Container Specification. A chunk has a type, its length and its content, which is padded to an even length. */
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const EXTENDED = 'VP8X';
const EXTENDED_BYTES = 10;
const LOSSY = 'VP8 ';
/** Where a lossy image has its width and its height, of 14 bits each (RFC 6386, section 9.1). */
const LOSSY_SIZE = 6;
const SIZE_BITS = 0x3f_ff;
/** The flag of the extended header for XMP. */
const XMP_FLAG = 0x04;

/**
 * Adds an XMP packet to a WebP as its last chunk. A simple lossy file becomes an extended one.
 * @throws TypeError when the bytes are neither a lossy nor an extended WebP
 */
export function addXmpToWebp(webp: Uint8Array, packet: string): Uint8Array<ArrayBuffer> {
  const type = readText(webp, HEADER_BYTES, 4);
  const isWebp = readText(webp, 0, 4) === 'RIFF' && readText(webp, 8, 4) === 'WEBP';
  if (!isWebp || (type !== LOSSY && type !== EXTENDED)) throw new TypeError('The file is not a lossy WebP');
  const chunks = webp.subarray(HEADER_BYTES);
  const extended = type === LOSSY ? makeExtendedHeader(chunks) : new Uint8Array();
  const xmp = makeChunk('XMP ', new TextEncoder().encode(packet));
  const result = new Uint8Array(HEADER_BYTES + extended.length + chunks.length + xmp.length);
  result.set(webp.subarray(0, HEADER_BYTES));
  result.set(extended, HEADER_BYTES);
  result.set(chunks, HEADER_BYTES + extended.length);
  result.set(xmp, HEADER_BYTES + extended.length + chunks.length);
  const flags = HEADER_BYTES + CHUNK_HEADER_BYTES;
  result[flags] = (result[flags] ?? 0) | XMP_FLAG;
  new DataView(result.buffer).setUint32(4, result.length - CHUNK_HEADER_BYTES, true);
  return result;
}

/** The extended header of a lossy image: its flags, and the size less one in 24 bits each. */
function makeExtendedHeader(lossy: Uint8Array): Uint8Array {
  const source = new DataView(lossy.buffer, lossy.byteOffset, lossy.byteLength);
  const content = new Uint8Array(EXTENDED_BYTES);
  const view = new DataView(content.buffer);
  for (const [index, position] of [4, 7].entries()) {
    const size = source.getUint16(CHUNK_HEADER_BYTES + LOSSY_SIZE + index * 2, true) & SIZE_BITS;
    // The third byte is 0, because a lossy image has at most 16,384 pixels a side.
    view.setUint16(position, size - 1, true);
  }
  return makeChunk(EXTENDED, content);
}

function makeChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(CHUNK_HEADER_BYTES + content.length + (content.length % 2));
  chunk.set(new TextEncoder().encode(type));
  new DataView(chunk.buffer).setUint32(4, content.length, true);
  chunk.set(content, CHUNK_HEADER_BYTES);
  return chunk;
}

function readText(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
