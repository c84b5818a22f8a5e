import { describe, expect, it } from 'vitest';
import { readMask } from '../../../../functions/thumbnails/edits/mask.ts';
import { makeMask, rectangle } from '../../../support/masks.ts';

const AREA = rectangle(2, 1, 5, 3);
const base64 = (png: Buffer) => png.toString('base64');

describe('the header of a mask', () => {
  it('has the size, and may be of a file of 48 KB', () => {
    const withText = (length: number) =>
      makeMask(8, 4, AREA, { extra: { type: 'tEXt', content: Buffer.alloc(length) } });
    const png = withText(49_152 - withText(0).length);

    expect(readMask(base64(png))).toEqual({ width: 8, height: 4, png });
  });

  it('is read without the pixels, which may be damaged', () => {
    const png = makeMask(3_072, 1_728, AREA, { rows: Buffer.from('damaged') });

    expect(readMask(base64(png))).toEqual({ width: 3_072, height: 1_728, png });
  });

  it.each([
    ['is no PNG', () => Buffer.from('<html>'), 'must be a PNG as base64'],
    ['is empty', () => Buffer.alloc(0), 'must be a PNG as base64'],
    [
      'claims a size of 4 gigapixels',
      () => makeMask(65_535, 65_535, AREA, { rows: Buffer.alloc(9) }),
      'has an unusual size',
    ],
    ['has no pixels', () => makeMask(0, 4, AREA, { rows: Buffer.alloc(4) }), 'has an unusual size'],
    [
      'has a byte more than 48 KB',
      () => Buffer.concat([makeMask(8, 4, AREA), Buffer.alloc(49_152)]).subarray(0, 49_153),
      'must be at most 48 KB',
    ],
  ])('is refused with its name when the mask %s', (_, create, problem) => {
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
