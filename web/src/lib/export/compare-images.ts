/** RGBA, as `ImageData` has it. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** The grid in which two images are compared. Its cells are about as coarse as the details that a viewer sees at a glance. */
export const CELLS = { columns: 16, rows: 9 };

/**
 * Below this difference viewers can hardly tell two thumbnails apart. Of the labelled pairs in
 * `tests/bench/web/compare-images.test.ts`, near-duplicates have at most 0.12, and clearly different ones at least 0.2.
 */
const TOO_SIMILAR = 0.15;

/** True if a test of two thumbnails would probably end without a result, because they look alike. */
export const areTooSimilar = (a: Pixels, b: Pixels): boolean => compareImages(a, b) < TOO_SIMILAR;

/**
 * Measures how different two images look: 0 for equal images. The result is the sum of two differences. The first difference
 * compares their light and dark parts, and ignores brightness and contrast. The second difference is the mean distance of their
 * colors. A hash of gradients (dHash) is not used: its bits are random where an image is plain, and it ignores color.
 */
function compareImages(a: Pixels, b: Pixels): number {
  const { structure, color } = compareCells(listCells(a), listCells(b));
  return structure + color;
}

/** Returns the two differences of two images, from their cells. */
export function compareCells(first: readonly Color[], second: readonly Color[]) {
  return {
    structure: 1 - correlate(first.map(luma), second.map(luma)),
    color: mean(first.map((cell, index) => chromaDistance(cell, second[index] ?? cell))),
  };
}

export type Color = readonly [red: number, green: number, blue: number];

/** The mean colors of the cells, 0 to 1. */
export function listCells({ width, height, data }: Pixels): Color[] {
  const { columns, rows } = CELLS;
  const sums = Array.from({ length: columns * rows }, () => [0, 0, 0, 0] as [number, number, number, number]);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sum = sums[Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)];
      const at = (y * width + x) * 4;
      if (!sum) continue;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) / 255;
      sum[3] += 1;
    }
  }
  return sums.map(([red, green, blue, count]) => [red / count, green / count, blue / count]);
}

export const luma = ([red, green, blue]: Color): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** The distance of two colors without their brightness (Cb and Cr of ITU-R BT.601). */
function chromaDistance(a: Color, b: Color): number {
  const [lumaA, lumaB] = [luma(a), luma(b)];
  return Math.hypot((a[2] - lumaA - b[2] + lumaB) * 0.564, (a[0] - lumaA - b[0] + lumaB) * 0.713);
}

/** Pearson's correlation, -1 to 1. Two plain images have everything in common. */
function correlate(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const [spreadA, spreadB] = [spread(a, meanA), spread(b, meanB)];
  if (spreadA * spreadB === 0) return spreadA === spreadB ? 1 : 0;
  return mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB))) / (spreadA * spreadB);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[], middle: number) =>
  Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
