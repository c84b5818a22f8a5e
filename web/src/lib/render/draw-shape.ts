import type { ShapeLayer } from '#contract/design/design.ts';

const BOX_RADIUS = 12;
/** Proportions of an arrow, relative to its height: the height of the shaft and the length of the head. */
const SHAFT = 0.36;
const HEAD = 0.95;

/**
 * Draws a shape. The origin of the context is the center of the layer, its unit is one pixel of the frame, and its shadow is
 * set. The outline is around the shape, and on both sides of an edge.
 */
export function drawShape(context: CanvasRenderingContext2D, layer: ShapeLayer): void {
  const { color, outline } = layer;
  const stroke = isHollow(layer) ? layer.stroke : undefined;
  const border = outline?.width ?? 0;
  context.lineJoin = 'round';
  tracePath(context, layer, stroke ?? 0);
  if (outline && border > 0) {
    context.strokeStyle = outline.color;
    context.lineWidth = (stroke ?? 0) + 2 * border;
    context.stroke();
    // The outline has the shadow of both.
    context.shadowColor = 'transparent';
  }
  context.strokeStyle = color;
  context.fillStyle = color;
  if (stroke === undefined) {
    context.fill();
  } else {
    context.lineWidth = stroke;
    context.stroke();
  }
}

/** A circle or a box of which only the edge is drawn. */
export const isHollow = ({ shape, stroke }: ShapeLayer): boolean =>
  stroke !== undefined && (shape === 'circle' || shape === 'box');

/** The edge stays inside the layer. */
function tracePath(context: CanvasRenderingContext2D, layer: ShapeLayer, stroke: number): void {
  const width = Math.max(1, layer.width - stroke);
  const height = Math.max(1, layer.height - stroke);
  context.beginPath();
  switch (layer.shape) {
    case 'box':
      context.roundRect(-width / 2, -height / 2, width, height, BOX_RADIUS);
      break;
    case 'line':
      context.roundRect(-width / 2, -height / 2, width, height, height / 2);
      break;
    case 'circle':
      context.ellipse(0, 0, width / 2, height / 2, 0, 0, 2 * Math.PI);
      break;
    case 'arrow':
      traceArrow(context, width, height);
      break;
  }
}

function traceArrow(context: CanvasRenderingContext2D, width: number, height: number): void {
  const half = (height * SHAFT) / 2;
  const neck = width / 2 - Math.min(height * HEAD, width * 0.8);
  context.moveTo(-width / 2, -half);
  context.lineTo(neck, -half);
  context.lineTo(neck, -height / 2);
  context.lineTo(width / 2, 0);
  context.lineTo(neck, height / 2);
  context.lineTo(neck, half);
  context.lineTo(-width / 2, half);
  context.closePath();
}
