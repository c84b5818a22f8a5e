import { listOutline } from './mask.ts';
import type { Stroke } from './mask.ts';

/** What covers the image where it changes. The canvas is translucent. */
const MASK_COLOR = '#ff2d55';

/**
 * Draws a stroke on a canvas, whose unit is one pixel of the image.
 * @param from the first point of a brush that is not drawn yet, so that painting never draws a stroke twice
 */
export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke, from = 0): void {
  const { width, height } = context.canvas;
  context.save();
  context.fillStyle = MASK_COLOR;
  if (stroke.kind === 'invert') {
    context.resetTransform();
    context.globalCompositeOperation = 'source-out';
    context.fillRect(0, 0, width, height);
    context.restore();
    return;
  }
  if (stroke.removes) context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  if (stroke.kind === 'brush') {
    const last = stroke.points.at(-1);
    context.strokeStyle = MASK_COLOR;
    context.lineWidth = 2 * stroke.radius;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const { x, y } of stroke.points.slice(Math.max(0, from - 1))) context.lineTo(x, y);
    // A line without a length is drawn only when it has two points.
    if (last) context.lineTo(last.x, last.y);
    context.stroke();
  } else {
    for (const { x, y } of listOutline(stroke)) context.lineTo(x, y);
    context.fill('evenodd');
  }
  context.restore();
}
