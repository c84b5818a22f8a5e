/** The pixels of a small copy of a frame. */
export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha, as in `ImageData`. */
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** The figures by which frames are compared. */
export interface FrameMeasures {
  /** The mean difference of a pixel from its neighbors, 0 to 255. A blurred frame has little. */
  sharpness: number;
  /** The mean brightness, 0 to 255. */
  brightness: number;
  /** The standard deviation of the brightness. A frame of one color, e.g. between two scenes, has almost none. */
  contrast: number;
  /** The mean colors of a grid of fields, which stand for the contents of the frame. */
  grid: Float32Array;
}

const COLUMNS = 16;
const ROWS = 9;

/** Measures a frame. */
export function measureFrame({ width, height, data }: Pixels): FrameMeasures {
  const lightness = new Float32Array(width * height);
  const grid = new Float32Array(COLUMNS * ROWS * 3);
  const counts = new Uint32Array(COLUMNS * ROWS);
  let [sum, squares] = [0, 0];
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const [red = 0, green = 0, blue = 0] = [data[pixel * 4], data[pixel * 4 + 1], data[pixel * 4 + 2]];
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      lightness[pixel] = light;
      sum += light;
      squares += light * light;
      const field = row + Math.floor((x * COLUMNS) / width);
      counts[field] = (counts[field] ?? 0) + 1;
      grid[field * 3] = (grid[field * 3] ?? 0) + red;
      grid[field * 3 + 1] = (grid[field * 3 + 1] ?? 0) + green;
      grid[field * 3 + 2] = (grid[field * 3 + 2] ?? 0) + blue;
    }
  }
  const count = Math.max(1, width * height);
  const brightness = sum / count;
  return {
    sharpness: measureSharpness(lightness, width, height),
    brightness,
    contrast: Math.sqrt(Math.max(0, squares / count - brightness * brightness)),
    grid: grid.map((value, index) => value / Math.max(1, counts[Math.floor(index / 3)] ?? 1)),
  };
}

/** Returns the mean of the discrete Laplacian, as an absolute value. */
function measureSharpness(lightness: Float32Array, width: number, height: number): number {
  const at = (index: number) => lightness[index] ?? 0;
  let sum = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x;
      const around = at(index - 1) + at(index + 1) + at(index - width) + at(index + width);
      sum += Math.abs(around - 4 * at(index)) / 4;
    }
  }
  return sum / Math.max(1, (width - 2) * (height - 2));
}

/**
 * Returns the difference of two frames, the root of the mean square: 0 for the same frame, 1 for black and white. Another expression
 * changes few fields of the grid, which a plain mean would hide.
 */
export function compareFrames(one: FrameMeasures, other: FrameMeasures): number {
  const sum = one.grid.reduce((total, value, index) => total + (value - (other.grid[index] ?? 0)) ** 2, 0);
  return Math.sqrt(sum / one.grid.length) / 255;
}
