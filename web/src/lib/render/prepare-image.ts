import type { Design } from '#contract/design/design.ts';
import { DEFAULT_ADJUSTMENTS, DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { drawOnCanvas, drawPart } from '../canvas.ts';
import { cropToFrame } from '../export/frame.ts';
import type { Rectangle, Size } from '../export/frame.ts';
import { imageSize } from './finished-image.ts';
import type { FinishedImage } from './finished-image.ts';

/** The part of an image that a design shows. */
export function findVisiblePart(image: Size, { crop, adjustments }: Omit<Design, 'layers'>): Rectangle {
  const { zoom = DEFAULT_ADJUSTMENTS.zoom, offset = DEFAULT_ADJUSTMENTS.offset } = adjustments ?? {};
  const { width: croppedWidth, height: croppedHeight } = cropToFrame(image, crop);
  const [width, height] = [croppedWidth / zoom, croppedHeight / zoom];
  const isWide = losesColumns(image);
  return {
    x: (image.width - width) * (isWide ? crop : offset),
    y: (image.height - height) * (isWide ? offset : crop),
    width,
    height,
  };
}

/** True if the crop of an image to 16:9 loses columns. False if it loses rows. */
export const losesColumns = ({ width, height }: Size): boolean =>
  width * DESIGN_LIMITS.frameHeight > height * DESIGN_LIMITS.frameWidth;

interface PreparedImage {
  key: string;
  canvas: HTMLCanvasElement;
}

/**
 * The screen, the export, the checks, the layouts and the preview of a save each need one size, and another screen size
 * comes with a resized window.
 */
const MAX_SIZES = 6;

/** The last prepared version of each image in each size, the last used one at the end: a typed key prepares no image. */
const prepared = new WeakMap<FinishedImage['image'], PreparedImage[]>();

/** @returns the image of a design as it is shown, with the size of a canvas */
export function prepareImage(
  image: FinishedImage['image'],
  { crop, adjustments }: Design,
  size: Size,
): CanvasImageSource {
  const source = imageSize(image);
  if (isSameSize(source, size) && adjustments === undefined) return image;
  const key = JSON.stringify([crop, size, adjustments]);
  const all = prepared.get(image) ?? [];
  const draw = (context: CanvasRenderingContext2D) => drawImage(context, image, { crop, adjustments });
  const latest = all.find((each) => each.key === key) ?? { key, canvas: drawOnCanvas(size, draw) };
  const others = all.filter(({ canvas }) => !isSameSize(canvas, size));
  prepared.set(image, [...others.slice(1 - MAX_SIZES), latest]);
  return latest.canvas;
}

const isSameSize = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height;

/** Needs only operations of Canvas 2D that every browser has: Safari has no filters. */
function drawImage(
  context: CanvasRenderingContext2D,
  image: FinishedImage['image'],
  design: Omit<Design, 'layers'>,
): void {
  const { width, height } = context.canvas;
  const { flipped = false, brightness = 0, contrast = 0, blur = 0, vignette = 0 } = design.adjustments ?? {};
  const part = findVisiblePart(imageSize(image), design);
  context.save();
  if (flipped) {
    context.translate(width, 0);
    context.scale(-1, 1);
  }
  drawPart(context, image, part, { x: 0, y: 0, width, height });
  context.restore();
  if (blur > 0) blurCanvas(context, (blur * width) / DESIGN_LIMITS.frameWidth);
  brighten(context, brightness);
  changeContrast(context, contrast);
  if (vignette > 0) darkenCorners(context, vignette);
}

/** Scales the canvas down and up again in the same steps of a half, which together blur as a wide filter does. */
function blurCanvas(context: CanvasRenderingContext2D, radius: number): void {
  const { width, height } = context.canvas;
  const smallest = Math.max(1, radius / 2);
  const factors: number[] = [];
  for (let factor = smallest; factor > 1; factor /= 2) factors.unshift(factor);
  let source = context.canvas;
  for (const factor of [...factors, ...factors.toReversed().slice(1)])
    source = copyScaled(source, { width: width / factor, height: height / factor });
  context.drawImage(source, 0, 0, width, height);
}

function copyScaled(source: HTMLCanvasElement, { width, height }: Size): HTMLCanvasElement {
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  return drawOnCanvas(size, (context) => context.drawImage(source, 0, 0, size.width, size.height));
}

/** Multiplies every color: by 0 at -1, and by 2 at 1. */
function brighten(context: CanvasRenderingContext2D, brightness: number): void {
  if (brightness < 0) cover(context, '#000000', -brightness);
  else addItself(context, 'lighter', brightness);
}

/** Moves every color towards middle gray, or away from it. */
function changeContrast(context: CanvasRenderingContext2D, contrast: number): void {
  if (contrast < 0) cover(context, '#808080', -contrast);
  else addItself(context, 'overlay', contrast);
}

function cover(context: CanvasRenderingContext2D, fill: string | CanvasGradient, opacity: number): void {
  context.save();
  context.globalAlpha = opacity;
  context.fillStyle = fill;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
}

function addItself(
  context: CanvasRenderingContext2D,
  operation: GlobalCompositeOperation,
  opacity: number,
): void {
  if (opacity === 0) return;
  context.save();
  context.globalCompositeOperation = operation;
  context.globalAlpha = opacity;
  context.drawImage(context.canvas, 0, 0);
  context.restore();
}

function darkenCorners(context: CanvasRenderingContext2D, strength: number): void {
  const { width, height } = context.canvas;
  const radius = Math.hypot(width, height) / 2;
  const gradient = context.createRadialGradient(
    width / 2,
    height / 2,
    radius * 0.45,
    width / 2,
    height / 2,
    radius,
  );
  gradient.addColorStop(0, '#00000000');
  gradient.addColorStop(1, '#000000');
  cover(context, gradient, strength);
}
