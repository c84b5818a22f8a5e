import type { Rect } from '../../../lib/render/finished-image.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';

/** The size in which a picture is measured, in pixels. */
export const MEASURED_SIZE = { width: 128, height: 72 } as const;

/** The grid of the measure. Each cell is a square of 80 pixels of the frame. */
export const GRID = { columns: 16, rows: 9 } as const;
const CELL = DESIGN_LIMITS.frameWidth / GRID.columns;

/** A picture that is unknown: every place is equally calm. */
export const UNKNOWN_PICTURE: readonly number[] = Array.from({ length: GRID.columns * GRID.rows }, () => 0);

/**
 * Measures how busy each cell of a picture is, row by row: 0 for a plain cell, and 1 for the busiest cell of the picture. The measure is
 * the mean difference in light between neighbouring pixels.
 * @param data RGBA pixels of `MEASURED_SIZE`, as `ImageData` has them
 */
export function measureBusyness(data: Uint8ClampedArray): readonly number[] {
  const { width, height } = MEASURED_SIZE;
  const light = (x: number, y: number) => {
    const at = 4 * (Math.min(y, height - 1) * width + Math.min(x, width - 1));
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  };
  const sums = UNKNOWN_PICTURE.slice();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const here = light(x, y);
      const cell = cellAt((x * GRID.columns) / width, (y * GRID.rows) / height);
      sums[cell] = (sums[cell] ?? 0) + Math.abs(here - light(x + 1, y)) + Math.abs(here - light(x, y + 1));
    }
  }
  const most = Math.max(...sums);
  return most === 0 ? UNKNOWN_PICTURE : sums.map((sum) => sum / most);
}

const cellAt = (column: number, row: number): number => Math.floor(row) * GRID.columns + Math.floor(column);

/** Returns the mean of the cells that a rectangle of the frame covers. A cell counts by the area that is covered. */
export function meanIn(cells: readonly number[], rect: Rect): number {
  let [sum, area] = [0, 0];
  forEachCell((index, cell) => {
    const shared = overlap(cell, rect);
    sum += (cells[index] ?? 0) * shared;
    area += shared;
  });
  return area === 0 ? 0 : sum / area;
}

/** Adds a weight to the cells that a rectangle of the frame covers, by the share of each cell that is covered. */
export const addWeight = (cells: readonly number[], rect: Rect, weight: number): readonly number[] => {
  const weighted = cells.slice();
  forEachCell((index, cell) => {
    weighted[index] = (weighted[index] ?? 0) + (weight * overlap(cell, rect)) / (CELL * CELL);
  });
  return weighted;
};

/** The area that two rectangles share. */
export function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Finds the most salient place of a picture: the center of the block of 3 x 3 cells that is the busiest. A block in the middle of the
 * picture counts more than a block at its edge. A picture that is calm everywhere has its middle.
 */
export function findSalientPlace(cells: readonly number[]): { x: number; y: number } {
  let best = { score: 0, x: DESIGN_LIMITS.frameWidth / 2, y: DESIGN_LIMITS.frameHeight / 2 };
  forEachCell((_index, { x, y }) => {
    const block = { x: x - CELL, y: y - CELL, width: 3 * CELL, height: 3 * CELL };
    const [centerX, centerY] = [x + CELL / 2, y + CELL / 2];
    const fromMiddle = Math.hypot(
      centerX / DESIGN_LIMITS.frameWidth - 0.5,
      centerY / DESIGN_LIMITS.frameHeight - 0.5,
    );
    const score = meanIn(cells, block) * (1 - fromMiddle);
    if (score > best.score) best = { score, x: centerX, y: centerY };
  });
  return { x: best.x, y: best.y };
}

function forEachCell(visit: (index: number, cell: Rect) => void): void {
  for (let row = 0; row < GRID.rows; row += 1) {
    for (let column = 0; column < GRID.columns; column += 1) {
      visit(row * GRID.columns + column, { x: column * CELL, y: row * CELL, width: CELL, height: CELL });
    }
  }
}
