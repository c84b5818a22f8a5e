import type { PixelData } from 'ag-psd';
import type { Rectangle } from '../export/frame.ts';

/** Four values for each pixel, the opacity last. */
interface Pixels extends PixelData {
  data: Uint8ClampedArray;
}

/** Cuts off the transparent sides of a picture. @returns undefined if all pixels are transparent */
export function cropToInk(picture: Pixels): { left: number; top: number; imageData: Pixels } | undefined {
  const ink = findInk(picture);
  if (ink === undefined) return undefined;
  const { x, y, width, height } = ink;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * picture.width + x) * 4;
    data.set(picture.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { left: x, top: y, imageData: { width, height, data } };
}

/** The smallest rectangle with all pixels that are not transparent. */
function findInk({ width, height, data }: Pixels): Rectangle | undefined {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      if (top < 0) top = y;
      bottom = y;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  return top < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
