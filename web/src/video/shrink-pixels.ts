import type { Pixels } from './measure-frame.ts';

/** Pixels as a video frame stores them: perhaps turned, and perhaps not square. */
export interface StoredPixels {
  width: number;
  height: number;
  data: Uint8Array;
  /** The angle by which the pixels are turned clockwise to be upright. */
  rotation: 0 | 90 | 180 | 270;
}

/** Fewer reads per pixel would show edges as steps, and more would not be visible. */
const MAX_READS = 3;

/**
 * Draws stored pixels upright in another size. Each pixel is the mean of up to nine pixels of its area.
 * @param buffer the memory of the drawn pixels, at least as large as they are. @default new memory
 */
export function shrinkPixels(
  stored: StoredPixels,
  width: number,
  height: number,
  buffer: ArrayBuffer = new ArrayBuffer(width * height * 4),
): Pixels {
  const { data: source, rotation } = stored;
  const isTurned = rotation === 90 || rotation === 270;
  const [acrossSource, downSource] = isTurned ? [stored.height, stored.width] : [stored.width, stored.height];
  const columns = listPositions(width, acrossSource);
  const rows = listPositions(height, downSource);
  const [acrossStep, downStep, start] = findSteps(stored);
  const data = new Uint8ClampedArray(buffer, 0, width * height * 4);
  const reads = columns.reads * rows.reads;
  let target = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, target += 4) {
      let [red, green, blue] = [0, 0, 0];
      for (let j = y * rows.reads, lastRow = j + rows.reads; j < lastRow; j += 1) {
        const line = start + (rows.positions[j] ?? 0) * downStep;
        for (let i = x * columns.reads, last = i + columns.reads; i < last; i += 1) {
          const pixel = line + (columns.positions[i] ?? 0) * acrossStep;
          red += source[pixel] ?? 0;
          green += source[pixel + 1] ?? 0;
          blue += source[pixel + 2] ?? 0;
        }
      }
      data[target] = red / reads;
      data[target + 1] = green / reads;
      data[target + 2] = blue / reads;
      data[target + 3] = 255;
    }
  }
  return { width, height, data };
}

/** Lists the positions in the source that each target position reads, evenly over its area. */
function listPositions(target: number, source: number): { reads: number; positions: Uint32Array } {
  const reads = Math.min(MAX_READS, Math.max(1, Math.round(source / target)));
  const positions = Uint32Array.from({ length: target * reads }, (_, index) =>
    Math.min(source - 1, Math.floor(((index + 0.5) * source) / target / reads)),
  );
  return { reads, positions };
}

/** Returns the bytes from an upright pixel to the next one across and down, and the byte of the pixel in the upper left corner. */
function findSteps({ width, height, rotation }: StoredPixels): [across: number, down: number, start: number] {
  const [pixel, line] = [4, 4 * width];
  switch (rotation) {
    case 0:
      return [pixel, line, 0];
    case 90:
      return [-line, pixel, (height - 1) * line];
    case 180:
      return [-pixel, -line, width * height * pixel - pixel];
    case 270:
      return [line, -pixel, (width - 1) * pixel];
  }
}
