import { crc32, deflateSync } from 'node:zlib';

/** Which pixels are white. */
export type Area = (x: number, y: number) => boolean;

interface MaskOptions {
  /** Bits of a sample. @default 8 */
  depth?: number;
  /** The color type of the header. @default 0, grey */
  colors?: number;
  interlace?: number;
  /** The number of each row's filter. @default 0 */
  filter?: number;
  /** The grey of each pixel, in place of the white of the area. */
  grey?: (x: number, y: number) => number;
  /** Rows before they are deflated, in place of the rows of the area. */
  rows?: Buffer;
  /** A chunk before the pixels. */
  extra?: { type: string; content: Buffer };
}

/** Makes a mask as the page does: a PNG with 8-bit grey. */
export function makeMask(width: number, height: number, area: Area, options: MaskOptions = {}): Buffer {
  const { depth = 8, colors = 0, interlace = 0, filter = 0, extra } = options;
  const grey = options.grey ?? ((x: number, y: number) => (area(x, y) ? 255 : 0));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colors, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    ...(extra === undefined ? [] : [makeChunk(extra.type, extra.content)]),
    makeChunk('IDAT', deflateSync(options.rows ?? makeRows(width, height, grey, filter))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A rectangle of a mask. */
export const rectangle =
  (left: number, top: number, right: number, bottom: number): Area =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom;

/** Filters the rows (PNG specification, third edition, section 9.2). */
function makeRows(
  width: number,
  height: number,
  grey: (x: number, y: number) => number,
  filter: number,
): Buffer {
  const value = (x: number, y: number) => (x >= 0 && y >= 0 ? grey(x, y) : 0);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = filter;
    for (let x = 0; x < width; x += 1) {
      if (filter === 0) {
        rows[y * (width + 1) + 1 + x] = grey(x, y);
        continue;
      }
      const [left, up, corner] = [value(x - 1, y), value(x, y - 1), value(x - 1, y - 1)];
      // The sort is stable, so the first of two equally near pixels predicts.
      const nearest = [left, up, corner].toSorted(
        (one, other) => Math.abs(left + up - corner - one) - Math.abs(left + up - corner - other),
      );
      const predicted = [0, left, up, (left + up) >> 1, nearest[0] ?? 0][filter] ?? 0;
      rows[y * (width + 1) + 1 + x] = value(x, y) - predicted;
    }
  }
  return rows;
}

function makeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A transparent PNG in RGB with alpha. @param depth bits per channel. */
export function createPng(width: number, height: number, depth = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width * 4 + 1) * height));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
