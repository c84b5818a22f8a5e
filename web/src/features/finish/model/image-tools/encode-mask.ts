import { LIMITS } from '../../../../../../contract/limits.ts';
import { UserFacingError } from '../../../../api/errors.ts';
import type { Size } from '../../../../lib/export/frame.ts';

/** PNG specification, third edition, section 5.2. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The difference to the row above (section 9.2): most rows of a mask are equal. */
const FILTER_UP = 2;

/**
 * Encodes a mask as a PNG with 8-bit grey.
 * @param pixels a value for each pixel, row by row
 * @returns base64
 * @throws UserFacingError when the server would refuse it as too large.
 */
export async function encodeMask(pixels: Uint8Array, { width, height }: Size): Promise<string> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // The bit depth. The color type of grey is 0, as is all that follows.
  const file = Uint8Array.from([
    ...SIGNATURE,
    ...createChunk('IHDR', new Uint8Array(header.buffer)),
    ...createChunk('IDAT', await deflate(filterRows(pixels, width, height))),
    ...createChunk('IEND', new Uint8Array()),
  ]);
  if (file.length > LIMITS.maskBytes) {
    throw new UserFacingError('The painted area has too many details. Paint it with a larger brush', 'none');
  }
  return btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(''));
}

function filterRows(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = FILTER_UP;
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      rows[index + y + 1] = (pixels[index] ?? 0) - (y === 0 ? 0 : (pixels[index - width] ?? 0));
    }
  }
  return rows;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Section 5.3: the length, the type, the content, and the checksum of the type and the content. */
function createChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  for (let index = 0; index < 4; index += 1) chunk[4 + index] = type.charCodeAt(index);
  chunk.set(content, 8);
  view.setUint32(8 + content.length, checksum(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** CRC-32, bit by bit: a mask has a few kilobytes (annex D). */
function checksum(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}
