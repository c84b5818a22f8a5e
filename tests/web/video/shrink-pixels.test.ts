import { expect, it } from 'vitest';
import { shrinkPixels } from '../../../web/src/video/shrink-pixels.ts';

/** Returns an image whose pixels have these values of red. */
const store = (width: number, values: readonly number[], rotation: 0 | 90 | 180 | 270) => ({
  width,
  height: values.length / width,
  data: Uint8Array.from(values.flatMap((value) => [value, 0, 0, 255])),
  rotation,
});

const readReds = ({ data }: { data: Uint8ClampedArray }) => [...data].filter((_, index) => index % 4 === 0);

// 1 2 3
// 4 5 6
it.each([
  [0, 3, 2, [1, 2, 3, 4, 5, 6]],
  [90, 2, 3, [4, 1, 5, 2, 6, 3]],
  [180, 3, 2, [6, 5, 4, 3, 2, 1]],
  [270, 2, 3, [3, 6, 2, 5, 1, 4]],
] as const)('turns a frame by %i degrees', (rotation, width, height, upright) => {
  expect(readReds(shrinkPixels(store(3, [1, 2, 3, 4, 5, 6], rotation), width, height))).toEqual(upright);
});

it('makes a pixel of the mean of its area', () => {
  expect(readReds(shrinkPixels(store(4, [0, 20, 100, 100, 40, 20, 100, 100], 0), 2, 1))).toEqual([20, 100]);
});

it('stretches pixels that are not square', () => {
  expect(readReds(shrinkPixels(store(2, [10, 20], 0), 4, 1))).toEqual([10, 10, 20, 20]);
});
