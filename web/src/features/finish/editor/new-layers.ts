import type { CutoutLayer, ShapeLayer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS, type Shape } from '#contract/design/design-limits.ts';
import { PLACEHOLDERS } from '#contract/design/headline.ts';

const CENTER = { x: DESIGN_LIMITS.frameWidth / 2, y: DESIGN_LIMITS.frameHeight / 2 };

/** Dark violet: an outline that separates light letters from any image. */
export const INK = '#190a2d';

/** UUID version 7 (RFC 9562): layers sort by their ids in the order in which they were made. */
export function createLayerId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** @param text @default a placeholder */
export const createHeadline = (text?: string): TextLayer => ({
  ...createTextLayer(),
  ...(text !== undefined && { text }),
});

export const createTextLayer = (id = createLayerId()): TextLayer => ({
  kind: 'text',
  id,
  ...CENTER,
  width: 760,
  rotation: 0,
  text: PLACEHOLDERS.headline,
  font: 'anton',
  size: 150,
  weight: 400,
  color: '#ffffff',
  align: 'center',
  outline: { color: INK, width: 12 },
});

/** The second text of a layout: smaller, and on a plate. */
export const createSubline = (): TextLayer => ({
  ...createTextLayer(),
  text: PLACEHOLDERS.subline,
  size: 72,
  color: INK,
  outline: { color: INK, width: 0 },
  plate: { color: '#ffd23f', opacity: 1, padding: 18 },
});

export const createCutoutLayer = (
  cutoutId: string,
  isPicture = false,
  id = createLayerId(),
): CutoutLayer => ({
  kind: 'cutout',
  id,
  cutoutId,
  x: 930,
  y: 400,
  width: 520,
  rotation: 0,
  flipped: false,
  ...(isPicture && { isPicture }),
});

/** The sizes of new shapes, and the width of an edge, where only the edge is drawn. */
const NEW_SHAPES: Record<Shape, Pick<ShapeLayer, 'width' | 'height' | 'stroke'>> = {
  arrow: { width: 360, height: 150 },
  circle: { width: 300, height: 300, stroke: 16 },
  box: { width: 420, height: 240, stroke: 16 },
  line: { width: 480, height: 16 },
};

export const createShapeLayer = (shape: Shape, id = createLayerId()): ShapeLayer => ({
  kind: 'shape',
  id,
  shape,
  ...CENTER,
  ...NEW_SHAPES[shape],
  rotation: 0,
  color: '#f43f5e',
  outline: { color: '#ffffff', width: 6 },
});
