import type { Orientation } from '../../platform/jpeg-orientation.ts';
import type { Pixels } from './compose.ts';

/** Turns and mirrors the stored pixels of a photo, so that the photo is upright (Exif 3.0, section 4.6.5.1.6). */
export function turnUpright(stored: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return stored;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [stored.height, stored.width] : [stored.width, stored.height];
  const source = new Uint32Array(stored.data.buffer, stored.data.byteOffset, stored.data.length / 4);
  const target = new Uint32Array(source.length);
  const isRightFirst = [2, 3, 7, 8].includes(orientation);
  const isBottomFirst = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const left = isRightFirst ? stored.width - 1 - column : column;
      const top = isBottomFirst ? stored.height - 1 - row : row;
      target[y * width + x] = source[top * stored.width + left] ?? 0;
    }
  }
  return { data: new Uint8ClampedArray(target.buffer), width, height };
}
