import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import type { Point } from '../../../lib/render/layer-place.ts';

/** The distance at which a line attracts a layer, in pixels of the frame. */
const REACH = 8;

export interface Guides {
  /** The x of a vertical line. */
  x?: number;
  /** The y of a horizontal line. */
  y?: number;
}

/**
 * Aligns a layer that is being dragged with the frame (edges, center, thirds) or with other layers (edges, center).
 * @returns how far to move it, and the lines that it then touches
 */
export function snap(moved: Rect, others: readonly Rect[]): { offset: Point; guides: Guides } {
  const x = snapAxis(
    [moved.x, moved.x + moved.width / 2, moved.x + moved.width],
    targets(
      DESIGN_LIMITS.frameWidth,
      others.map((other) => [other.x, other.width]),
    ),
  );
  const y = snapAxis(
    [moved.y, moved.y + moved.height / 2, moved.y + moved.height],
    targets(
      DESIGN_LIMITS.frameHeight,
      others.map((other) => [other.y, other.height]),
    ),
  );
  return {
    offset: { x: x?.offset ?? 0, y: y?.offset ?? 0 },
    guides: { ...(x && { x: x.line }), ...(y && { y: y.line }) },
  };
}

const targets = (frame: number, others: readonly (readonly [start: number, size: number])[]): number[] => [
  0,
  frame / 3,
  frame / 2,
  (frame * 2) / 3,
  frame,
  ...others.flatMap(([start, size]) => [start, start + size / 2, start + size]),
];

function snapAxis(
  edges: readonly number[],
  lines: readonly number[],
): { offset: number; line: number } | undefined {
  const pairs = edges.flatMap((edge) => lines.map((line) => ({ offset: line - edge, line })));
  const nearest = pairs.reduce((best, pair) => (Math.abs(pair.offset) < Math.abs(best.offset) ? pair : best));
  return Math.abs(nearest.offset) <= REACH ? nearest : undefined;
}
