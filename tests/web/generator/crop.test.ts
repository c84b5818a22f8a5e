import { describe, expect, it } from 'vitest';
import {
  findMostZoom,
  findPart,
  findStoredSize,
  isTooSmall,
  limitCrop,
  startCrop,
} from '../../../web/src/features/generator/model/photo/crop.ts';

const PORTRAIT = { width: 3_024, height: 4_032 };

describe('the crop of a picture to 16:9', () => {
  it.each([
    ['of 4:3', { width: 4_032, height: 3_024 }, { x: 0, y: 378, width: 4_032, height: 2_268 }],
    ['upright', PORTRAIT, { x: 0, y: 1_165.5, width: 3_024, height: 1_701 }],
    ['of 21:9', { width: 2_520, height: 1_080 }, { x: 300, y: 0, width: 1_920, height: 1_080 }],
  ])('starts with the largest part in the middle of a picture %s', (_, picture, part) => {
    expect(findPart(picture, startCrop(picture))).toEqual(part);
  });

  it.each([
    ['beyond the left and the upper edge', { x: -500, y: -500, zoom: 2 }, { x: 0, y: 0 }],
    ['beyond the right and the lower edge', { x: 9_000, y: 9_000, zoom: 2 }, { x: 1_512, y: 3_181.5 }],
  ])('stays inside of the picture when it is moved %s', (_, crop, { x, y }) => {
    expect(findPart(PORTRAIT, limitCrop(PORTRAIT, crop))).toEqual({ x, y, width: 1_512, height: 850.5 });
  });

  it('zooms until the part has the fewest pixels that a photo may have, and at most four times', () => {
    expect(findMostZoom(PORTRAIT)).toBe(4);
    const small = { width: 1_000, height: 1_000 };
    const { zoom } = limitCrop(small, { ...startCrop(small), zoom: 3 });
    expect(findStoredSize(findPart(small, { ...startCrop(small), zoom }))).toEqual({
      width: 568,
      height: 320,
    });
  });

  it('is stored in its own size, and at most in 1920 x 1080', () => {
    expect(findStoredSize({ width: 4_032, height: 2_268 })).toEqual({ width: 1_920, height: 1_080 });
    expect(findStoredSize({ width: 1_512, height: 850.5 })).toEqual({ width: 1_512, height: 851 });
  });

  it.each([
    [{ width: 569, height: 320 }, false],
    [{ width: 568, height: 400 }, true],
    [{ width: 2_000, height: 319 }, true],
  ])('a picture of %j is too small: %s', (picture, isSmall) => {
    expect(isTooSmall(picture)).toBe(isSmall);
  });
});
