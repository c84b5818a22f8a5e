import { expect, it } from 'vitest';
import { readOrientation } from '../../../functions/platform/jpeg-orientation.ts';
import { JPEGS, withComment } from '../../support/jpegs.ts';
import { withOrientation } from '../../support/photos.ts';

const { baseline } = JPEGS;

it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads the orientation %d in both orders of bytes', (orientation) => {
  for (const isLittleEndian of [true, false]) {
    const jpeg = withOrientation(baseline, orientation, isLittleEndian);
    expect(readOrientation(jpeg)).toBe(orientation);
    expect(readOrientation(withComment(jpeg, 'a comment'))).toBe(orientation);
  }
});

it.each([
  ['without Exif data', baseline],
  ['with an unknown orientation', withOrientation(baseline, 9)],
  ['with Exif data that is cut off', withOrientation(baseline, 6).fill(0xff, 16, 20)],
])('counts a JPEG %s as upright', (_, jpeg) => {
  expect(readOrientation(jpeg)).toBe(1);
});
