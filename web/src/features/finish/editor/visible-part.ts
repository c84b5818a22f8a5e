import { drawOnCanvas } from '../../../lib/canvas.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';

/** A cut-out without a margin, or a cut-out that cannot be measured. */
const WHOLE: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** The longer side of the copy that is measured, in pixels. */
const MEASURED = 256;

/** The alpha from which a pixel is visible, of 255. A weaker pixel is the dust of a removed background. */
const VISIBLE = 24;

const measured = new WeakMap<ImageBitmap, Rect>();

/** Returns the box around the visible pixels of a cut-out, as shares of its width and its height. */
export function measureVisiblePart(bitmap: ImageBitmap | undefined): Rect {
  if (!bitmap) return WHOLE;
  const known = measured.get(bitmap);
  if (known) return known;
  const part = readVisiblePart(bitmap, bitmap);
  measured.set(bitmap, part);
  return part;
}

/** Finds the box around the visible pixels of an image with this size, as shares of its width and its height. */
export function readVisiblePart(image: CanvasImageSource, { width, height }: Size): Rect {
  const scale = Math.min(1, MEASURED / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  try {
    const canvas = drawOnCanvas(size, (context) => context.drawImage(image, 0, 0, size.width, size.height));
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, size.width, size.height);
    return (pixels && findVisibleBox(pixels.data, size)) ?? WHOLE;
  } catch {
    // The browser has no canvas: the whole cut-out counts as visible.
    return WHOLE;
  }
}

/**
 * Finds the box around the visible pixels, as shares of the size.
 * @param data RGBA pixels
 * @returns undefined if no pixel is visible
 */
export function findVisibleBox(data: Uint8ClampedArray, { width, height }: Size): Rect | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[4 * (y * width + x) + 3] ?? 0) < VISIBLE) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  if (right === 0) return undefined;
  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}
