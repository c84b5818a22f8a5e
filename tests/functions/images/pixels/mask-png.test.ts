import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeMask, encodeMask, UnusableImageError } from '../../../../functions/images/pixels/mask-png.ts';
import { runTask } from '../../../../functions/images/pixels/run-task.ts';
import { makeMask, rectangle } from '../../../support/masks.ts';
import { createRandom } from '../../../support/random.ts';

const AREA = rectangle(2, 1, 5, 3);

/** Each begins with the number of its filter. */
const DARK_ROWS = Array.from({ length: 4 }, () => [0, ...Array<number>(8).fill(127)]).flat();

/** The header of the mask is its first chunk, of 25 bytes after the signature. */
const HEADER = { start: 8, end: 33 };

/** A chunk with this content in place of the mask's pixels. */
function withPixels(content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length);
  chunk.write('IDAT', 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8);
  const mask = makeMask(8, 4, AREA);
  return Buffer.concat([mask.subarray(0, HEADER.end), chunk, mask.subarray(-12)]);
}

const damaged = () => {
  const png = makeMask(8, 4, AREA);
  png[45] = (png[45] ?? 0) ^ 0xff;
  return png;
};
const withTwoHeaders = () => {
  const [one, other] = [makeMask(8, 4, AREA), makeMask(9, 4, AREA)];
  return Buffer.concat([
    one.subarray(0, HEADER.end),
    other.subarray(HEADER.start, HEADER.end),
    one.subarray(HEADER.end),
  ]);
};

describe('the pixels of a mask', () => {
  // Five shades, because the filter 4 often has to choose between neighbors that are equally near then.
  it.each([0, 1, 2, 3, 4])('are decoded with the filter %i and any grey', (filter) => {
    const random = createRandom(filter);
    const shades = Array.from({ length: 40 * 30 }, () => Math.floor(random() * 5) * 60);
    const grey = (x: number, y: number) => shades[y * 40 + x] ?? 0;

    const mask = decodeMask(makeMask(40, 30, AREA, { filter, grey }));

    expect(mask).toEqual({ width: 40, height: 30, pixels: Uint8Array.from(shades) });
  });

  it('are accepted when a single pixel is more white than black', () => {
    const grey = (x: number, y: number) => (x === 3 && y === 2 ? 128 : 127);

    expect(decodeMask(makeMask(8, 4, AREA, { grey })).pixels[19]).toBe(128);
  });

  it('are the answer of the thread', async () => {
    const png = makeMask(8, 4, AREA);

    expect(new Uint8Array(await runTask({ kind: 'mask', png }))).toEqual(decodeMask(png).pixels);
  });

  it('reach the model in a new file, without anything else of the file of the user', () => {
    const extra = { type: 'tEXt', content: Buffer.from('Comment\0private') };
    const { pixels, width } = decodeMask(makeMask(8, 4, AREA, { extra, filter: 4 }));

    const encoded = encodeMask(pixels, width);

    expect(decodeMask(encoded)).toEqual({ width: 8, height: 4, pixels });
    expect(encoded).toEqual(makeMask(8, 4, AREA, { filter: 2 }));
  });

  it.each([
    ['is cut off', () => makeMask(8, 4, AREA).subarray(0, 50), 'is cut off'],
    ['has a wrong checksum', damaged, 'is damaged'],
    ['has a header with a wrong checksum', () => makeMask(8, 4, AREA).fill(0, 29, 33), 'is damaged'],
    ['has two headers', withTwoHeaders, 'has two headers'],
    [
      'has data behind its end',
      () => Buffer.concat([makeMask(8, 4, AREA), Buffer.from('PK')]),
      'has data behind its end',
    ],
    [
      'has data behind its pixels',
      () => withPixels(Buffer.concat([deflateSync(Buffer.alloc(36, 200)), Buffer.from('hidden')])),
      'has data behind its pixels',
    ],
    ['has colors', () => makeMask(8, 4, AREA, { colors: 2 }), 'must have 8-bit grey'],
    ['has transparency', () => makeMask(8, 4, AREA, { colors: 4 }), 'must have 8-bit grey'],
    ['has a palette', () => makeMask(8, 4, AREA, { colors: 3 }), 'must have 8-bit grey'],
    ['has 16 bits', () => makeMask(8, 4, AREA, { depth: 16 }), 'must have 8-bit grey'],
    ['is interlaced', () => makeMask(8, 4, AREA, { interlace: 1 }), 'must not be interlaced'],
    ['has an unknown filter', () => makeMask(8, 4, AREA, { filter: 5 }), 'is damaged'],
    ['has too few rows', () => makeMask(8, 4, AREA, { rows: Buffer.alloc(9) }), 'is cut off'],
    ['has more bytes than pixels', () => makeMask(8, 4, AREA, { rows: Buffer.alloc(99_999) }), 'is damaged'],
    // A thousand times as many bytes as the pixels need, in 40 kB.
    ['inflates to 40 MB', () => makeMask(64, 64, AREA, { rows: Buffer.alloc(40_000_000) }), 'is damaged'],
    [
      'is nowhere more white than black',
      () => makeMask(8, 4, AREA, { rows: Buffer.from(DARK_ROWS) }),
      'must mark what changes in white',
    ],
  ])('are refused when the mask %s', (_, create, problem) => {
    expect(() => decodeMask(create())).toThrow(new UnusableImageError(problem));
  });
});
