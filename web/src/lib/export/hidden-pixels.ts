import { findContext, type Canvas } from '../canvas.ts';

/** The clause for a file that cannot be made. Firefox shows the button that allows it in its address bar. */
export const HIDDEN_PIXELS =
  'Your browser hides the pixels of pictures from websites. Allow this website to read them, at the left end of the address bar, and try again';

/** The browser gives random pixels instead of what a canvas shows. A file of them would be worthless. */
export class HiddenPixelsError extends Error {
  override name = 'HiddenPixelsError';

  constructor() {
    super(`${HIDDEN_PIXELS}.`);
  }
}

const SIDE = 4;

/** Some protections change each pixel by so little that no viewer sees it. */
const TOLERANCE = 16;

/**
 * True if the browser gives random pixels instead of what a canvas shows, as Firefox does with `privacy.resistFingerprinting`, and so do
 * the browsers that are made from it, e.g. Tor Browser.
 */
export function hidesPixels(canvas: Canvas = document.createElement('canvas')): boolean {
  Object.assign(canvas, { width: SIDE, height: SIDE });
  const context = findContext(canvas);
  if (context === null) return false;
  // The canvas is empty, so all values are 0.
  return context.getImageData(0, 0, SIDE, SIDE).data.some((value) => value > TOLERANCE);
}
