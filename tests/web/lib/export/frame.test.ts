import { expect, it } from 'vitest';
import { cropToFrame } from '../../../../web/src/lib/export/frame.ts';

it.each([
  [{ width: 1_344, height: 768 }, 0.5, { x: 0, y: 6, width: 1_344, height: 756 }],
  [{ width: 1_344, height: 768 }, 0, { x: 0, y: 0, width: 1_344, height: 756 }],
  [{ width: 1_344, height: 768 }, 1, { x: 0, y: 12, width: 1_344, height: 756 }],
  [{ width: 1_536, height: 640 }, 1, { x: 1_536 - (640 * 16) / 9, y: 0, width: (640 * 16) / 9, height: 640 }],
  [{ width: 1_280, height: 720 }, 0.3, { x: 0, y: 0, width: 1_280, height: 720 }],
])('crops %j at %d to the largest 16:9 part', (image, crop, expected) => {
  expect(cropToFrame(image, crop)).toEqual(expected);
});
