import type { Rectangle, Size } from './export/frame.ts';

/** A canvas of the page, or of a worker. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Returns the context of a canvas. Null if the browser has no memory for it. */
export const findContext = (canvas: Canvas): Context | null =>
  // Each kind has its own overloads, between which TypeScript cannot choose.
  'convertToBlob' in canvas ? canvas.getContext('2d') : canvas.getContext('2d');

/** A canvas with what `draw` draws. Images become smaller smoothly. @throws Error when the browser has no canvas */
export function drawOnCanvas(
  { width, height }: Size,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  draw(context);
  return canvas;
}

/**
 * Draws a part of an image smoothly, also if the part becomes much smaller. Firefox has no smoothing of a chosen quality, and would skip
 * pixels of the part. So there the part becomes half as large as often as needed, which skips no pixel.
 * @param scale pixels of the canvas for one of the place
 */
export function drawPart(
  context: Context,
  image: CanvasImageSource,
  part: Rectangle,
  place: Rectangle,
  scale = 1,
): void {
  if (skipsPixels() && part.width >= 2 * Math.max(1, place.width * scale)) {
    const half = { x: 0, y: 0, width: Math.ceil(part.width / 2), height: Math.ceil(part.height / 2) };
    const canvas = new OffscreenCanvas(half.width, half.height);
    const smaller = canvas.getContext('2d');
    if (smaller === null) throw new Error('The browser has no 2D canvas.');
    smaller.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, half.width, half.height);
    drawPart(context, canvas, half, place, scale);
    return;
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    image,
    ...([part.x, part.y, part.width, part.height] as const),
    ...([place.x, place.y, place.width, place.height] as const),
  );
}

/** True if the browser has the canvases of workers, but no smoothing of a chosen quality. */
const skipsPixels = (): boolean =>
  'OffscreenCanvasRenderingContext2D' in globalThis &&
  !('imageSmoothingQuality' in OffscreenCanvasRenderingContext2D.prototype);
