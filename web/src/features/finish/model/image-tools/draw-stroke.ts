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
  const [first, last] = [stroke.points[0], stroke.points.at(-1)];
  context.beginPath();
  if (stroke.kind === 'box' && first && last) {
    context.fillRect(first.x, first.y, last.x - first.x, last.y - first.y);
  } else if (stroke.kind === 'lasso') {
    for (const { x, y } of stroke.points) context.lineTo(x, y);
    context.fill('evenodd');
  } else if (stroke.kind === 'brush') {
    context.strokeStyle = MASK_COLOR;
    context.lineWidth = 2 * stroke.radius;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const { x, y } of stroke.points.slice(Math.max(0, from - 1))) context.lineTo(x, y);
    // A line without a length is drawn only when it has two points.
    if (last) context.lineTo(last.x, last.y);
    context.stroke();
  }
  context.restore();
}
