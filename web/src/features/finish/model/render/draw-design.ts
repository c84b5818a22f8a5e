import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { cropToFrame } from '../../../../lib/export/frame.ts';
import { drawCutout } from './draw-cutout.ts';
import { drawText } from './draw-text.ts';
import { imageSize } from './finished-image.ts';
import type { FinishedImage } from './finished-image.ts';

const RADIANS = Math.PI / 180;

/**
 * Draws the cropped image and all layers over the whole canvas of the context, which is 16:9. The fonts must be loaded.
 * The screen, the previews and the export all call it, so they agree.
 */
export function drawDesign(context: CanvasRenderingContext2D, finished: FinishedImage): void {
  const { image, design, cutouts } = finished;
  const { width, height } = context.canvas;
  const scale = width / DESIGN_LIMITS.frameWidth;
  const crop = cropToFrame(imageSize(image), design.crop);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  for (const layer of design.layers) {
    context.save();
    context.scale(scale, scale);
    context.translate(layer.x, layer.y);
    context.rotate(layer.rotation * RADIANS);
    const cutout = layer.kind === 'cutout' ? cutouts.get(layer.cutoutId) : undefined;
    if (layer.kind === 'text') drawText(context, layer, scale);
    else if (cutout) drawCutout(context, layer, cutout, scale);
    context.restore();
  }
}
