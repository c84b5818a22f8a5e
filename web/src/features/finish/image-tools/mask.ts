import type { Size } from '../../../lib/export/frame.ts';
import type { Point } from '../../../lib/render/layer-place.ts';

export const MASK_TOOLS = ['brush', 'box', 'lasso'] as const;
export type MaskTool = (typeof MASK_TOOLS)[number];

/** One step of painting. */
export type Stroke =
  /** `points`: where the middle of the brush was. */
  | { kind: 'brush'; removes: boolean; radius: number; points: readonly Point[] }
  /** `points`: two corners. */
  | { kind: 'box'; removes: boolean; points: readonly Point[] }
  /** `points`: the outline, which is closed. */
  | { kind: 'lasso'; removes: boolean; points: readonly Point[] }
  | { kind: 'invert' };

export type PaintedStroke = Exclude<Stroke, { kind: 'invert' }>;

/** The strokes since the mask was empty. Those of a cleared mask can come back. */
export interface Mask {
  strokes: readonly Stroke[];
  cleared: readonly Stroke[];
}

export const addStroke = ({ strokes }: Mask, stroke: Stroke): Mask => ({
  strokes: [...strokes, stroke],
  cleared: [],
});

export const clearMask = ({ strokes }: Mask): Mask => ({ strokes: [], cleared: strokes });

export const undoStroke = ({ strokes, cleared }: Mask): Mask =>
  strokes.length === 0 ? { strokes: cleared, cleared: [] } : { strokes: strokes.slice(0, -1), cleared: [] };

export const canUndo = ({ strokes, cleared }: Mask): boolean => strokes.length + cleared.length > 0;

const MARKED = 255;

/** @returns a value for each pixel, row by row: 255 changes, and 0 stays. */
export function rasterize({ strokes }: Mask, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height);
  const fillRow = (y: number, from: number, to: number, value: number) => {
    if (y < 0 || y >= height) return;
    const [start, end] = [Math.max(0, Math.round(from)), Math.min(width, Math.round(to))];
    if (start < end) pixels.fill(value, y * width + start, y * width + end);
  };
  for (const stroke of strokes) {
    if (stroke.kind === 'invert') {
      for (let index = 0; index < pixels.length; index += 1) pixels[index] = MARKED - (pixels[index] ?? 0);
      continue;
    }
    const value = stroke.removes ? 0 : MARKED;
    const fill: FillRow = (y, from, to) => fillRow(y, from, to, value);
    if (stroke.kind === 'brush') fillBrush(stroke.points, stroke.radius, fill);
    else fillPolygon(listOutline(stroke), fill);
  }
  return pixels;
}

type FillRow = (y: number, from: number, to: number) => void;

/** The corners of a box, or the points of another stroke. */
export function listOutline({ kind, points }: PaintedStroke): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (kind !== 'box' || !first || !last) return points;
  return [first, { x: last.x, y: first.y }, last, { x: first.x, y: last.y }];
}

/** A disc at each point, and the band between two of them. */
function fillBrush(points: readonly Point[], radius: number, fill: FillRow): void {
  for (const [index, point] of points.entries()) {
    for (let y = Math.floor(point.y - radius); y <= point.y + radius; y += 1) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (y + 0.5 - point.y) ** 2));
      fill(y, point.x - half, point.x + half);
    }
    const before = points[index - 1];
    if (before) fillPolygon(createBand(before, point, radius), fill);
  }
}

function createBand(from: Point, to: Point, radius: number): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [];
  const [dx, dy] = [((from.y - to.y) / length) * radius, ((to.x - from.x) / length) * radius];
  return [
    { x: from.x + dx, y: from.y + dy },
    { x: to.x + dx, y: to.y + dy },
    { x: to.x - dx, y: to.y - dy },
    { x: from.x - dx, y: from.y - dy },
  ];
}

/** The inside of a closed outline, by the even-odd rule. */
function fillPolygon(points: readonly Point[], fill: FillRow): void {
  const rows = points.map(({ y }) => y);
  for (let y = Math.floor(Math.min(...rows)); y <= Math.max(...rows); y += 1) {
    const middle = y + 0.5;
    const crossings = points
      .flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        if (point.y > middle === before.y > middle) return [];
        return point.x + ((middle - point.y) * (before.x - point.x)) / (before.y - point.y);
      })
      .toSorted((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      fill(y, crossings[index] ?? 0, crossings[index + 1] ?? 0);
    }
  }
}

/** The color of the painted area. The canvas of the mask is translucent. */
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
