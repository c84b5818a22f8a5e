import type { CutoutLayer } from '#contract/design/design.ts';
import { drawOnCanvas, drawPart } from '../canvas.ts';
import type { Size } from '../export/frame.ts';

/** Copies of the silhouette in one pass, and passes. Their sum is a disc, also around features thinner than the outline. */
const COPIES = 12;
const PASSES = 3;

interface OutlinedCutout {
  key: string;
  canvas: HTMLCanvasElement;
}

/** The last outlined version of each cut-out: a layer that does not change is drawn from it. */
const outlined = new WeakMap<ImageBitmap, OutlinedCutout>();

/** The size of a cut-out layer in pixels of the frame. Its height follows from its image. */
export const cutoutSize = ({ width }: CutoutLayer, image: Size): Size => ({
  width,
  height: (width * image.height) / image.width,
});

/**
 * Draws a cut-out layer. The origin of the context is the center of the layer, its unit is one pixel of the
 * frame, and its shadow is set.
 * @param scale pixels of the canvas for one of the frame
 */
export function drawCutout(
  context: CanvasRenderingContext2D,
  layer: CutoutLayer,
  image: ImageBitmap,
  scale: number,
): void {
  const { width, height } = cutoutSize(layer, image);
  const border = layer.outline?.width ?? 0;
  const source = border > 0 && layer.outline ? addOutline(image, layer, layer.outline.color, scale) : image;
  if (layer.flipped) context.scale(-1, 1);
  const place = {
    x: -width / 2 - border,
    y: -height / 2 - border,
    width: width + 2 * border,
    height: height + 2 * border,
  };
  drawPart(context, source, { x: 0, y: 0, width: source.width, height: source.height }, place, scale);
}

/** @returns the cut-out at the size of the canvas, with its outline around it */
function addOutline(image: ImageBitmap, layer: CutoutLayer, color: string, scale: number): HTMLCanvasElement {
  const { width, height } = cutoutSize(layer, image);
  const border = (layer.outline?.width ?? 0) * scale;
  const size = {
    width: Math.ceil(width * scale + 2 * border),
    height: Math.ceil(height * scale + 2 * border),
  };
  const key = [size.width, size.height, border, color].join();
  const known = outlined.get(image);
  if (known?.key === key) return known.canvas;

  const place = { x: border, y: border, width: size.width - 2 * border, height: size.height - 2 * border };
  const placed = (context: CanvasRenderingContext2D) =>
    drawPart(context, image, { x: 0, y: 0, width: image.width, height: image.height }, place);
  let silhouette = drawOnCanvas(size, (context) => {
    placed(context);
    context.globalCompositeOperation = 'source-in';
    context.fillStyle = color;
    context.fillRect(0, 0, size.width, size.height);
  });
  for (let pass = 0; pass < PASSES; pass += 1) silhouette = grow(silhouette, border / PASSES, pass);
  const canvas = drawOnCanvas(size, (context) => {
    context.drawImage(silhouette, 0, 0);
    placed(context);
  });
  outlined.set(image, { key, canvas });
  return canvas;
}

/** Grows a silhouette by a radius. Each pass turns its copies a little, which makes the outline rounder. */
function grow(silhouette: HTMLCanvasElement, radius: number, pass: number): HTMLCanvasElement {
  return drawOnCanvas(silhouette, (context) => {
    context.drawImage(silhouette, 0, 0);
    for (let copy = 0; copy < COPIES; copy += 1) {
      const angle = ((copy + pass / PASSES) / COPIES) * 2 * Math.PI;
      context.drawImage(silhouette, Math.cos(angle) * radius, Math.sin(angle) * radius);
    }
  });
}
