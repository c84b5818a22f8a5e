import type { Design } from '#contract/design/design.ts';
import type { ImageMark } from '#contract/image-mark.ts';
import type { Size } from '../export/frame.ts';

export { listShownCutouts } from '#contract/image-mark.ts';
export type { Rectangle as Rect, Size } from '../export/frame.ts';

export const EMPTY_DESIGN: Design = { layers: [], crop: 0.5 };

/** Everything that a rendering of a design needs. */
export interface FinishedImage {
  /** Decoded, and readable by scripts: loaded with CORS. */
  image: HTMLImageElement | ImageBitmap | HTMLCanvasElement;
  design: Design;
  /** The images of the cut-outs by id. A layer whose cut-out is missing draws nothing. */
  cutouts: ReadonlyMap<string, ImageBitmap>;
}

/** A finished image with the mark of its file. */
export interface MarkedImage extends FinishedImage {
  mark: ImageMark;
}

/** The size of the pixels of an image, whatever its size on the page. */
export const imageSize = (image: FinishedImage['image']): Size =>
  'naturalWidth' in image ? { width: image.naturalWidth, height: image.naturalHeight } : image;
