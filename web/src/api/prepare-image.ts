import { LIMITS } from '#contract/limits.ts';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { drawOnCanvas, drawPart } from '../lib/canvas.ts';
import { HIDDEN_PIXELS, hidesPixels } from '../lib/export/hidden-pixels.ts';
import { MARK_BYTES } from '../lib/mark-bytes.ts';
import { isHeic } from '../lib/is-heic.ts';
import { UserFacingError } from './errors.ts';
import { loadSvg } from './load-svg.ts';
import type { DecodedImage } from './load-svg.ts';

const MAX_FILE_MEGABYTES = 50;
const JPEG_QUALITY = 0.92;
/** The factor by which each further attempt scales down a picture that is still too large. */
const SMALLER = 0.8;
const LAYOUT_RATIO = 16 / 9;

/** The purpose of an upload. */
export type UploadUse = ReferenceUse | 'cutout' | 'picture';

/** The purpose of an image: an upload, or an attachment of a message to support. */
type ImageUse = UploadUse | 'attachment';

/** The image is shown as a whole, and no model sees it. */
const isWhole = (use: ImageUse) => use === 'picture' || use === 'attachment';

/** The file cannot be used as a reference image. Its message names the file. */
export class UnusableImageError extends UserFacingError {
  override name = 'UnusableImageError';

  constructor(clause: string, options?: ErrorOptions) {
    super(clause, 'none', options);
  }
}

interface Size {
  width: number;
  height: number;
}

/**
 * Decodes a file, crops and scales it to what the reference models accept, and encodes it as a JPEG. Keeps an attachment as a whole.
 * Encodes a picture as a whole and as a PNG with its transparency and its mark of AI. The canvas drops all other metadata, e.g. the place where a photo was taken.
 * @throws UnusableImageError
 */
export async function prepareImage(file: File, use: ImageUse): Promise<Blob> {
  if (file.size > MAX_FILE_MEGABYTES * 1_000_000) {
    throw new UnusableImageError(`${file.name} is larger than ${MAX_FILE_MEGABYTES} MB`);
  }
  const image = await decodeImage(file);
  try {
    const crop = fitRatio(image, use);
    const side = isWhole(use) ? LIMITS.pictureMinSide : LIMITS.referenceMinSide;
    if (Math.min(crop.width, crop.height) < side) {
      throw new UnusableImageError(`${file.name} is too small: each side needs at least ${side} pixels`);
    }
    const blob = await encode(image, crop, use, file.name);
    if (use !== 'picture') return blob;
    const { copyMark } = await import('../lib/copy-mark.ts');
    return await copyMark(file, blob);
  } finally {
    image.close();
  }
}

/** Decodes a file, also an SVG. @throws UnusableImageError */
export async function decodeImage(file: File): Promise<DecodedImage> {
  try {
    if (file.type === 'image/svg+xml') return await loadSvg(file);
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source, width: source.width, height: source.height, close: () => source.close() };
  } catch (cause) {
    throw new UnusableImageError(describeUnreadable(file), { cause });
  }
}

/** Why a file cannot be decoded, and what to do. Only Safari reads HEIC. */
export const describeUnreadable = (file: File): string =>
  isHeic(file)
    ? `${file.name} is a HEIC photo, which this browser cannot read. Save it as a JPEG and choose that file`
    : `${file.name} could not be read as an image`;

/** The largest part with an accepted ratio: exactly 16:9 for a layout, and any for a picture. */
export function fitRatio({ width, height }: Size, use: ImageUse): Size {
  if (isWhole(use)) return { width, height };
  const ratio = width / height;
  const [min, max] =
    use === 'layout'
      ? [LAYOUT_RATIO, LAYOUT_RATIO]
      : [1 / LIMITS.referenceMaxRatio, LIMITS.referenceMaxRatio];
  if (ratio > max) return { width: Math.floor(height * max), height };
  if (ratio < min) return { width, height: Math.floor(width / min) };
  return { width, height };
}

/** The size after scaling to the largest accepted number of pixels. Never larger than before. */
export function limitPixels({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(LIMITS.referencePixels / (width * height)));
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) };
}

/** Takes the centre of the image. A photo as a PNG may be too large: then it becomes smaller. */
async function encode(image: DecodedImage, crop: Size, use: ImageUse, name: string): Promise<Blob> {
  if (hidesPixels()) throw new UnusableImageError(HIDDEN_PIXELS);
  const format = use === 'picture' ? 'PNG' : 'JPEG';
  const maxBytes = use === 'attachment' ? LIMITS.supportPictureBytes : LIMITS.referenceBytes - MARK_BYTES;
  let size = limitPixels(crop);
  for (;;) {
    const blob = await convert(image, crop, size, format).catch((cause: unknown) => {
      throw new UnusableImageError(`${name} could not be converted to a ${format}`, { cause });
    });
    if (blob.size <= maxBytes) return blob;
    size = { width: Math.floor(size.width * SMALLER), height: Math.floor(size.height * SMALLER) };
  }
}

/** @throws Error when the browser has no canvas, e.g. because a phone has no memory, or cannot encode it */
async function convert(image: DecodedImage, crop: Size, size: Size, format: 'PNG' | 'JPEG'): Promise<Blob> {
  const [left, top] = [(image.width - crop.width) / 2, (image.height - crop.height) / 2];
  const { width, height } = size;
  const canvas = drawOnCanvas(size, (context) => {
    if (format === 'JPEG') {
      // A JPEG has no transparency.
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
    }
    drawPart(context, image.source, { x: left, y: top, ...crop }, { x: 0, y: 0, width, height });
  });
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, `image/${format.toLowerCase()}`, JPEG_QUALITY),
  );
  if (!blob) throw new Error('The browser could not encode the canvas.');
  return blob;
}
