/** Terms of the IPTC vocabulary "Digital Source Type". */
export const DIGITAL_SOURCE_TYPES = {
  generated: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  /** The term for a generated image that contains a photo. */
  composite: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;

export type DigitalSource = keyof typeof DIGITAL_SOURCE_TYPES;

/** Composes an XMP packet (ISO 16684-1) which says that AI made the image, and names the product. */
export const xmpPacket = (source: DigitalSource): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_TYPES[source]}</Iptc4xmpExt:DigitalSourceType>
<xmp:CreatorTool>Thumbforge</xmp:CreatorTool>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

/** Identifies an APP1 segment with XMP (XMP Specification Part 3, section 1.1.3). The signature ends with a null character. */
const XMP_SIGNATURE = 'http://ns.adobe.com/xap/1.0/\0';
const START_OF_IMAGE = 0xff_d8;
const APP0 = 0xff_e0;
const APP1 = 0xff_e1;
/** The length of a segment is stored in two bytes, which count as part of the length. */
const MAX_SEGMENT_LENGTH = 0xff_ff;

/**
 * Adds an XMP packet to a JPEG as an APP1 segment. The segment follows the JFIF header, which must be the first segment.
 * @throws TypeError if the bytes are not a JPEG
 * @throws RangeError if the packet does not fit into one segment
 */
export function addXmpToJpeg(jpeg: Uint8Array, packet: string): Uint8Array<ArrayBuffer> {
  const source = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (jpeg.length < 6 || source.getUint16(0) !== START_OF_IMAGE)
    throw new TypeError('The file is not a JPEG');
  const content = new TextEncoder().encode(XMP_SIGNATURE + packet);
  const length = content.length + 2;
  if (length > MAX_SEGMENT_LENGTH) throw new RangeError('The XMP packet is too large for a JPEG segment');

  const position = source.getUint16(2) === APP0 ? 4 + source.getUint16(4) : 2;
  const result = new Uint8Array(jpeg.length + 2 + length);
  result.set(jpeg.subarray(0, position));
  const segment = new DataView(result.buffer, position);
  segment.setUint16(0, APP1);
  segment.setUint16(2, length);
  result.set(content, position + 4);
  result.set(jpeg.subarray(position), position + 2 + length);
  return result;
}

/** The first bytes of a PNG (PNG specification, third edition, section 5.2). */
export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The end of the signature and of IHDR. IHDR must be the first chunk, and has 25 bytes. */
const AFTER_HEADER = PNG_SIGNATURE.length + 25;
/** The keyword of XMP (XMP Specification Part 3, section 1.1.5). The zeros mean: no compression, no language, no translation. */
const XMP_KEYWORD = 'XML:com.adobe.xmp\0\0\0\0\0';

/**
 * Adds an XMP packet to a PNG as an iTXt chunk before the pixels.
 * @throws TypeError if the bytes are not a PNG
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

/** Creates a chunk (section 5.3): the length, the type, the content, and the CRC of the type and the content. */
export function createPngChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(content, 8);
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** Computes the CRC of PNG chunks and zip files: reflected, with the polynomial 0xEDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}

/** A chunk has a type, a length, and a content that is padded to an even length (WebP Container Specification). */
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const EXTENDED = 'VP8X';
const EXTENDED_BYTES = 10;
const LOSSY = 'VP8 ';
/** The position of the width and the height in a lossy image. Each has 14 bits (RFC 6386, section 9.1). */
const LOSSY_SIZE = 6;
const SIZE_BITS = 0x3f_ff;
/** The flag in the extended header that announces XMP. */
const XMP_FLAG = 0x04;

/**
 * Adds an XMP packet to a WebP as its last chunk. A simple lossy file becomes an extended file.
 * @throws TypeError if the bytes are neither a lossy nor an extended WebP
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

/** Makes the extended header of a lossy image: its flags, and each side minus one in 24 bits. */
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
