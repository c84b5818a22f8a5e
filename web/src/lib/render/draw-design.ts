import type { Layer } from '../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../contract/design-limits.ts';
import { cropToFrame } from '../export/frame.ts';
import { drawCutout } from './draw-cutout.ts';
import { drawText } from './draw-text.ts';
import { imageSize } from './finished-image.ts';
import type { FinishedImage, Size } from './finished-image.ts';
import { listTexts, loadFonts } from './fonts.ts';

const RADIANS = Math.PI / 180;

/**
 * Renders a finished image.
 * @param size 16:9, in pixels
 * @throws FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser has no canvas
 */
export async function renderDesign(finished: FinishedImage, size: Size): Promise<HTMLCanvasElement> {
  await loadFonts(listTexts(finished.design));
  return drawCanvas(finished, size);
}

/** The same with fonts that are loaded. @throws Error when the browser has no canvas */
export function drawCanvas(finished: FinishedImage, size: Size): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  drawDesign(context, finished);
  return canvas;
}

/**
 * Draws the cropped image and all layers over the whole canvas of the context, which is 16:9. The fonts must be loaded.
 * The screen, the previews and the export all call it, so they agree.
 */
export function drawDesign(context: CanvasRenderingContext2D, finished: FinishedImage): void {
  const { image, design, cutouts } = finished;
  const { width, height } = context.canvas;
  const scale = width / DESIGN_LIMITS.frameWidth;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, width, height); // The image may be transparent.
  context.drawImage(scaleImage(image, design.crop, { width, height }), 0, 0);
  for (const layer of design.layers) {
    if (layer.hidden) continue;
    context.save();
    context.scale(scale, scale);
    context.translate(layer.x, layer.y);
    context.rotate(layer.rotation * RADIANS);
    if (layer.shadow) setShadow(context, layer.shadow, scale);
    const cutout = layer.kind === 'cutout' ? cutouts.get(layer.cutoutId) : undefined;
    if (layer.kind === 'text') drawText(context, layer);
    else if (cutout) drawCutout(context, layer, cutout, scale);
    context.restore();
  }
}

interface ScaledImage {
  key: string;
  canvas: HTMLCanvasElement;
}

/** One for the screen, one for the previews and one for the checks: a key that is typed scales no image. */
const MAX_SCALED = 3;

/** The last scaled versions of each image, newest last. */
const scaled = new WeakMap<FinishedImage['image'], ScaledImage[]>();

/** @returns the cropped image with the size of a canvas */
function scaleImage(image: FinishedImage['image'], crop: number, size: Size): CanvasImageSource {
  const source = imageSize(image);
  if (source.width === size.width && source.height === size.height) return image;
  const key = [crop, size.width, size.height].join();
  const all = scaled.get(image) ?? [];
  const known = all.find((each) => each.key === key);
  if (known) return known.canvas;
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  const { x, y, width, height } = cropToFrame(source, crop);
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, width, height, 0, 0, size.width, size.height);
  }
  scaled.set(image, [...all.slice(1 - MAX_SCALED), { key, canvas }]);
  return canvas;
}

/** Canvas shadows ignore the context's transformation: they fall straight down whatever the rotation. */
function setShadow(
  context: CanvasRenderingContext2D,
  { color, blur }: NonNullable<Layer['shadow']>,
  scale: number,
): void {
  context.shadowColor = color;
  context.shadowBlur = blur * scale;
  context.shadowOffsetY = (blur / 2) * scale;
}
