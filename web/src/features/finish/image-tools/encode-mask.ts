import { LIMITS } from '#contract/limits.ts';
import { createPngChunk, PNG_SIGNATURE } from '#contract/design/image-metadata.ts';
import { UserFacingError } from '../../../api/errors.ts';
import type { Size } from '../../../lib/export/frame.ts';

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
    ...PNG_SIGNATURE,
    ...createPngChunk('IHDR', new Uint8Array(header.buffer)),
    ...createPngChunk('IDAT', await deflate(filterRows(pixels, width, height))),
    ...createPngChunk('IEND', new Uint8Array()),
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
