import { LIMITS } from '#contract/limits.ts';

/** An image that a canvas can draw. */
export interface DecodedImage {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** Frees its memory. */
  close: () => void;
}

/**
 * Loads an SVG, which `createImageBitmap` refuses, in the largest size that is uploaded: its lines stay sharp in each size. As the
 * source of an image, it runs no script and loads nothing.
 * @throws Error when it has no size, or is damaged
 */
export async function loadSvg(file: File): Promise<DecodedImage> {
  const root = new DOMParser().parseFromString(await file.text(), 'image/svg+xml').documentElement;
  const ratio = readRatio(root);
  const width = Math.floor(Math.sqrt(LIMITS.referencePixels * ratio));
  const height = Math.floor(Math.sqrt(LIMITS.referencePixels / ratio));
  // Firefox draws no SVG without sides in pixels.
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(root);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const source = Object.assign(new Image(), { src: url });
  const close = () => URL.revokeObjectURL(url);
  try {
    await source.decode();
  } catch (cause) {
    close();
    throw cause;
  }
  return { source, width, height, close };
}

/** The width as a multiple of the height. An SVG without a view box gets one from its sides, so that it can be enlarged. */
function readRatio(root: Element): number {
  const read = (name: string) => root.getAttribute(name) ?? '';
  if (!root.hasAttribute('viewBox')) {
    root.setAttribute('viewBox', `0 0 ${parseFloat(read('width'))} ${parseFloat(read('height'))}`);
  }
  const [, , width = 0, height = 0] = read('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = width / height;
  if (!(ratio > 0 && ratio < Infinity)) throw new Error('The SVG has no size.');
  return ratio;
}
