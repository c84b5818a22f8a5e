import { describe, expect, it } from 'vitest';
import { readMask } from '../../../functions/edits/mask.ts';
import { makeMask, rectangle } from '../../support/masks.ts';
import { createRandom } from '../../support/random.ts';

const AREA = rectangle(2, 1, 5, 3);
const base64 = (png: Buffer) => png.toString('base64');

/** Each begins with the number of its filter. */
const DARK_ROWS = Array.from({ length: 4 }, () => [0, ...Array<number>(8).fill(127)]).flat();

describe('the mask of an edit', () => {
  // Five shades, because the filter 4 often has to choose between neighbors that are equally near then.
  it.each([0, 1, 2, 3, 4])('is read with the filter %i, whatever the grey of its pixels', (filter) => {
    const random = createRandom(filter);
    const shades = Array.from({ length: 40 * 30 }, () => Math.floor(random() * 5) * 60);
    const grey = (x: number, y: number) => shades[y * 40 + x] ?? 0;

    const { width, height, pixels } = readMask(base64(makeMask(40, 30, AREA, { filter, grey })));

    expect({ width, height }).toEqual({ width: 40, height: 30 });
    expect([...pixels]).toEqual(shades);
  });

  it('is accepted when a single pixel is more white than black', () => {
    const grey = (x: number, y: number) => (x === 3 && y === 2 ? 128 : 127);

    expect(readMask(base64(makeMask(8, 4, AREA, { grey }))).pixels[19]).toBe(128);
  });

  it('may have 48 KB', () => {
    const withText = (length: number) =>
      makeMask(8, 4, AREA, { extra: { type: 'tEXt', content: Buffer.alloc(length) } });

    const png = withText(49_152 - withText(0).length);

    expect(png).toHaveLength(49_152);
    expect(readMask(base64(png)).png).toEqual(makeMask(8, 4, AREA));
  });

  it('reaches the model without chunks that it does not need, such as texts', () => {
    const extra = { type: 'tEXt', content: Buffer.from('Comment\0private') };

    const { png } = readMask(base64(makeMask(8, 4, AREA, { extra })));

    expect(png).toEqual(makeMask(8, 4, AREA));
  });

  const damaged = () => {
    const png = makeMask(8, 4, AREA);
    png[45] = (png[45] ?? 0) ^ 0xff;
    return png;
  };
  it.each([
    ['is no PNG', () => Buffer.from('<html>'), 'must be a PNG as base64'],
    ['is empty', () => Buffer.alloc(0), 'must be a PNG as base64'],
    ['is cut off', () => makeMask(8, 4, AREA).subarray(0, 50), 'is cut off'],
    ['has a wrong checksum', damaged, 'is damaged'],
    ['has colors', () => makeMask(8, 4, AREA, { colors: 2 }), 'must have 8-bit grey'],
    ['has transparency', () => makeMask(8, 4, AREA, { colors: 4 }), 'must have 8-bit grey'],
    ['has a palette', () => makeMask(8, 4, AREA, { colors: 3 }), 'must have 8-bit grey'],
    ['has 16 bits', () => makeMask(8, 4, AREA, { depth: 16 }), 'must have 8-bit grey'],
    ['is interlaced', () => makeMask(8, 4, AREA, { interlace: 1 }), 'must not be interlaced'],
    ['has a wrong checksum', () => makeMask(8, 4, AREA).fill(0, 29, 33), 'is damaged'],
    ['has an unknown filter', () => makeMask(8, 4, AREA, { filter: 5 }), 'is damaged'],
    ['has too few rows', () => makeMask(8, 4, AREA, { rows: Buffer.alloc(9) }), 'is cut off'],
    ['has more bytes than pixels', () => makeMask(8, 4, AREA, { rows: Buffer.alloc(99_999) }), 'is damaged'],
    ['inflates to a gigabyte', () => makeBomb(), 'is damaged'],
    [
      'claims a size of 4 gigapixels',
      () => makeMask(65_535, 65_535, AREA, { rows: Buffer.alloc(9) }),
      'has an unusual size',
    ],
    ['has no pixels', () => makeMask(0, 4, AREA, { rows: Buffer.alloc(4) }), 'has an unusual size'],
    [
      'is nowhere more white than black',
      () => makeMask(8, 4, AREA, { rows: Buffer.from(DARK_ROWS) }),
      'must mark what changes in white',
    ],
    [
      'has a byte more than 48 KB',
      () => Buffer.concat([makeMask(8, 4, AREA), Buffer.alloc(49_152)]).subarray(0, 49_153),
      'must be at most 48 KB',
    ],
  ])('is refused with its name when it %s', (_, create, problem) => {
    expect(() => readMask(base64(create()))).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        params: {
          field: 'operation.mask',
          reason: 'invalidField',
          problem: `operation.mask ${problem}`,
        },
      }) as Error,
    );
  });
});

/** Deflates zeros to 40 kB: a thousand times as many as the pixels need. */
function makeBomb(): Buffer {
  return makeMask(64, 64, AREA, { rows: Buffer.alloc(40_000_000) });
}
