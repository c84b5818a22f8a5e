/** PNG specification, third edition, section 5.2. */
export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The end of the signature and of IHDR, which has to be the first chunk and has 25 bytes. */
const AFTER_HEADER = PNG_SIGNATURE.length + 25;
/** The keyword of XMP (XMP Specification Part 3, section 1.1.5), no compression, no language, no translation. */
const XMP_KEYWORD = 'XML:com.adobe.xmp\0\0\0\0\0';

/**
 * Adds an XMP packet to a PNG as an iTXt chunk, before the pixels.
 * @throws TypeError when the bytes are not a PNG
 */
export function addXmpToPng(png: Uint8Array, packet: string): Uint8Array<ArrayBuffer> {
  if (png.length < AFTER_HEADER || PNG_SIGNATURE.some((byte, index) => png[index] !== byte)) {
    throw new TypeError('The file is not a PNG');
  }
  const chunk = createPngChunk('iTXt', new TextEncoder().encode(XMP_KEYWORD + packet));
  const result = new Uint8Array(png.length + chunk.length);
  result.set(png.subarray(0, AFTER_HEADER));
  result.set(chunk, AFTER_HEADER);
  result.set(png.subarray(AFTER_HEADER), AFTER_HEADER + chunk.length);
  return result;
}

/** Section 5.3: the length, the type, the content, and the CRC of the type and the content. */
export function createPngChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(content, 8);
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** The CRC of PNG chunks and zip files: reflected, with the polynomial 0xEDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}
