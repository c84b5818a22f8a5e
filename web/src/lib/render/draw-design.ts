import type { Layer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { drawOnCanvas } from '../canvas.ts';
import { drawCutout } from './draw-cutout.ts';
import { drawShape } from './draw-shape.ts';
import { drawText } from './draw-text.ts';
import { prepareImage } from './prepare-image.ts';
import type { FinishedImage, Size } from './finished-image.ts';
import { RADIANS } from './layer-place.ts';
import { listTexts, loadFonts } from './fonts.ts';

/**
 * Renders a finished image.
 * @param size 16:9, in pixels
 * @throws FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser has no canvas
 */
export async function renderDesign(finished: FinishedImage, size: Size): Promise<HTMLCanvasElement> {
  await loadFonts(listTexts(finished.design));
  return drawCanvas(finished, size);
}

/** Draws a design on a new canvas. The fonts must be loaded. @throws Error if the browser has no canvas */
export function drawCanvas(finished: FinishedImage, size: Size): HTMLCanvasElement {
  return drawOnCanvas(size, (context) => drawDesign(context, finished));
}

/**
 * Draws the cropped image and all layers over the whole canvas of the context, which is 16:9. The fonts must be loaded.
 * The screen, the previews and the export all call it, so they agree.
 */
export function drawDesign(context: CanvasRenderingContext2D, finished: FinishedImage): void {
  const { image, design } = finished;
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height); // The image may be transparent.
  context.drawImage(prepareImage(image, design, { width, height }), 0, 0);
  drawLayers(context, finished);
}

/** Draws only the layers. */
export function drawLayers(context: CanvasRenderingContext2D, finished: FinishedImage): void {
  for (const layer of finished.design.layers) {
    if (layer.hidden || isEmptyPlace(layer)) continue;
    const opacity = layer.opacity ?? 1;
    if (opacity === 1) drawLayer(context, layer, finished);
    else drawTranslucent(context, layer, finished, opacity);
  }
}

/** Its parts cover each other before the layer becomes translucent: the outline does not shine through the letters. */
function drawTranslucent(
  context: CanvasRenderingContext2D,
  layer: Layer,
  finished: FinishedImage,
  opacity: number,
): void {
  const canvas = drawOnCanvas(context.canvas, (layerContext) => drawLayer(layerContext, layer, finished));
  context.save();
  context.globalAlpha = opacity;
  context.drawImage(canvas, 0, 0);
  context.restore();
}

function drawLayer(context: CanvasRenderingContext2D, layer: Layer, { cutouts }: FinishedImage): void {
  const scale = context.canvas.width / DESIGN_LIMITS.frameWidth;
  context.save();
  context.scale(scale, scale);
  context.translate(layer.x, layer.y);
  context.rotate(layer.rotation * RADIANS);
  context.imageSmoothingQuality = 'high';
  if (layer.shadow) setShadow(context, layer.shadow, scale);
  if (layer.kind === 'text') drawText(context, layer);
  else if (layer.kind === 'shape') drawShape(context, layer);
  else {
    const cutout = cutouts.get(layer.cutoutId);
    if (cutout) drawCutout(context, layer, cutout, scale);
  }
  context.restore();
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
