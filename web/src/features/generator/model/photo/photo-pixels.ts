import { LIMITS } from '#contract/limits.ts';
import { drawPart, findContext, type Canvas, type Context } from '../../../../lib/canvas.ts';
import { MARK_BYTES } from '../../../../lib/mark-bytes.ts';
import type { Rectangle, Size } from '../../../../lib/export/frame.ts';

/** Creates a canvas whose images become smaller smoothly. */
export type CreateCanvas = (size: Size) => Canvas;

/** The part of a picture that becomes a thumbnail. */
export interface PhotoPart {
  /** The part, in pixels of the picture. */
  part: Rectangle;
  /** The size of the stored photo. */
  size: Size;
  /** The color behind a transparent picture: a JPEG has no transparency. */
  background: string;
}

/** A small copy of a picture, which the page draws for each frame of a drag. */
export interface PhotoCopy<Shown> {
  shown: Shown;
  /** The size of the picture. */
  width: number;
  height: number;
  /** True if a part of the picture has no background. */
  isTransparent: boolean;
}

/** A decoded picture. */
export type DecodedPicture = Size & { source: CanvasImageSource };

/** The longest side of the copy, in pixels: enough for each screen. */
const COPY_SIDE = 1_200;

/** The alpha of 255 below which a pixel shows what is behind it. */
const OPAQUE_FROM = 200;

/** The formats that can be transparent. */
const TRANSPARENT_TYPES = /^image\/(png|webp|gif|avif|svg\+xml)$/;

/** Draws the small copy of a picture of a media type. @throws Error if the browser has no memory for the canvas */
export function copyPicture(
  { source, width, height }: DecodedPicture,
  type: string,
  create: CreateCanvas,
): PhotoCopy<Canvas> {
  const scale = Math.min(1, COPY_SIDE / Math.max(width, height));
  const shown = create({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const context = createContext(shown);
  drawPart(
    context,
    source,
    { x: 0, y: 0, width, height },
    { x: 0, y: 0, width: shown.width, height: shown.height },
  );
  return { shown, width, height, isTransparent: TRANSPARENT_TYPES.test(type) && hasHole(context) };
}

function hasHole(context: Context): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  return data.some((value, index) => index % 4 === 3 && value < OPAQUE_FROM);
}

/** The qualities of the JPEG, best first. The first file that is small enough is stored. */
const QUALITIES = [0.95, 0.88, 0.8, 0.65, 0.5];

/**
 * Encodes a part of a picture as a JPEG. The canvas drops all metadata, e.g. the place where a photo was taken.
 * @returns undefined if no quality is small enough
 * @throws Error if the browser has no memory for the canvas, or cannot encode it
 */
export async function encodePart(
  { source }: DecodedPicture,
  { part, size, background }: PhotoPart,
  create: CreateCanvas,
): Promise<Blob | undefined> {
  const canvas = create(size);
  const context = createContext(canvas);
  context.fillStyle = background;
  context.fillRect(0, 0, size.width, size.height);
  drawPart(context, source, part, { x: 0, y: 0, ...size });
  for (const quality of QUALITIES) {
    const jpeg = await encode(canvas, quality);
    if (jpeg.size <= LIMITS.referenceBytes - MARK_BYTES) return jpeg;
  }
  return undefined;
}

function createContext(canvas: Canvas): Context {
  const context = findContext(canvas);
  if (context === null) throw new Error('The browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  return context;
}

async function encode(canvas: Canvas, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return await canvas.convertToBlob({ type: 'image/jpeg', quality });
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!jpeg) throw new Error('The browser could not encode the canvas.');
  return jpeg;
}
