/** Identifies an APP1 segment with XMP (XMP Specification Part 3, section 1.1.3). It ends with a null character. */
const XMP_SIGNATURE = 'http://ns.adobe.com/xap/1.0/\0';
const START_OF_IMAGE = 0xff_d8;
const APP0 = 0xff_e0;
const APP1 = 0xff_e1;
/** A segment's length has two bytes and counts itself. */
const MAX_SEGMENT_LENGTH = 0xff_ff;

/**
 * Adds an XMP packet to a JPEG as an APP1 segment, behind the JFIF header, which has to be the first segment.
 * @throws TypeError when the bytes are not a JPEG
 * @throws RangeError when the packet does not fit into one segment
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
