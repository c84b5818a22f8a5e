import { createPixels, readColor, type Pixels } from './pixels.ts';

/** How much of each pixel changes, from 0 to 255, row by row. */
type Mask = Uint8Array;

/** Fills the marked area from around: each pixel is a mean of the nearest kept ones at its four sides. */
export function eraseArea(image: Pixels, mask: Mask): Pixels {
  const { width, height } = image;
  const result = copy(image);
  const isMarked = (x: number, y: number) => (mask[y * width + x] ?? 0) >= 128;
  forEachMarked(image, mask, (x, y, at) => {
    const sides = [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ].flatMap(([stepX = 0, stepY = 0]) => {
      for (let distance = 1; ; distance += 1) {
        const [column, row] = [x + stepX * distance, y + stepY * distance];
        if (column < 0 || column >= width || row < 0 || row >= height) return [];
        if (!isMarked(column, row)) return [{ color: readColor(image, column, row), weight: 1 / distance }];
      }
    });
    const total = sides.reduce((sum, { weight }) => sum + weight, 0);
    // Nothing around a mask that covers the whole image.
    if (total === 0) {
      result.data.set([96, 104, 120, 255], at);
      return;
    }
    for (const channel of [0, 1, 2, 3]) {
      const sum = sides.reduce((part, { color, weight }) => part + (color[channel] ?? 0) * weight, 0);
      result.data[at + channel] = sum / total;
    }
  });
  return result;
}

/** Puts another picture into the marked area, scaled to its bounds. */
export function replaceArea(image: Pixels, mask: Mask, picture: Pixels): Pixels {
  const result = copy(image);
  const bounds = findBounds(image, mask);
  forEachMarked(image, mask, (x, y, at) => {
    const column = Math.floor(((x - bounds.left) * picture.width) / bounds.width);
    const row = Math.floor(((y - bounds.top) * picture.height) / bounds.height);
    result.data.set(readColor(picture, column, row), at);
  });
  return result;
}

/** Continues the image beyond its borders, as in a mirror, and darker with the distance. */
export function extendImage(
  image: Pixels,
  { left, right, up, down }: { left: number; right: number; up: number; down: number },
): Pixels {
  const result = createPixels(left + image.width + right, up + image.height + down);
  for (let y = 0; y < result.height; y += 1) {
    for (let x = 0; x < result.width; x += 1) {
      const [column, row] = [reflect(x - left, image.width), reflect(y - up, image.height)];
      const distance = Math.abs(x - left - column) + Math.abs(y - up - row);
      const light = 1 - Math.min(0.35, distance / (4 * image.width));
      const [red = 0, green = 0, blue = 0, alpha = 0] = readColor(image, column, row);
      result.data.set([red * light, green * light, blue * light, alpha], (y * result.width + x) * 4);
    }
  }
  return result;
}

/** Gives the most colorful part of the image another hue. @param hue 0 to 360. */
export function recolorImage(image: Pixels, hue: number): Pixels {
  const result = copy(image);
  const target = findStrongestHue(image);
  for (let at = 0; at < image.data.length; at += 4) {
    const color = toHsl(image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0);
    const distance = Math.abs(((color.hue - target + 540) % 360) - 180);
    if (color.saturation < 0.35 || distance > 20) continue;
    result.data.set(toRgb({ ...color, hue, saturation: Math.max(0.6, color.saturation) }), at);
  }
  return result;
}

/** Enlarges an image by a whole factor, with interpolation. */
export function enlarge(image: Pixels, factor: number): Pixels {
  const result = createPixels(image.width * factor, image.height * factor);
  const { width, height, data } = image;
  for (let y = 0; y < result.height; y += 1) {
    const top = Math.min(height - 1, Math.floor(y / factor));
    const bottom = Math.min(height - 1, top + 1);
    const shareY = (y % factor) / factor;
    for (let x = 0; x < result.width; x += 1) {
      const left = Math.min(width - 1, Math.floor(x / factor));
      const right = Math.min(width - 1, left + 1);
      const shareX = (x % factor) / factor;
      const at = (y * result.width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        const read = (row: number, column: number) => data[(row * width + column) * 4 + channel] ?? 0;
        const upper = read(top, left) * (1 - shareX) + read(top, right) * shareX;
        const lower = read(bottom, left) * (1 - shareX) + read(bottom, right) * shareX;
        result.data[at + channel] = upper * (1 - shareY) + lower * shareY;
      }
    }
  }
  return result;
}

/** A soft-edged ellipse at a place that depends on the words: the emulator does not recognize things. */
export function guessArea({ width, height }: Pixels, words: string): Mask {
  const place =
    Array.from(words).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) / 997;
  const [centerX, centerY] = [width * (0.25 + 0.5 * place), height * 0.55];
  const [radiusX, radiusY] = [width * 0.16, height * 0.28];
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return ((x - centerX) / radiusX) ** 2 + ((y - centerY) / radiusY) ** 2 <= 1 ? 255 : 0;
  });
}

function copy({ width, height, data }: Pixels): Pixels {
  return { width, height, data: new Uint8ClampedArray(data) };
}

function forEachMarked(
  { width, height }: Pixels,
  mask: Mask,
  visit: (x: number, y: number, at: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((mask[y * width + x] ?? 0) >= 128) visit(x, y, (y * width + x) * 4);
    }
  }
}

function findBounds(image: Pixels, mask: Mask) {
  let [left, top, right, bottom] = [image.width, image.height, 0, 0];
  forEachMarked(image, mask, (x, y) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** A place beyond the border, mirrored at it. */
function reflect(position: number, size: number): number {
  const period = 2 * size;
  const inPeriod = ((position % period) + period) % period;
  return inPeriod < size ? inPeriod : period - 1 - inPeriod;
}

interface Hsl {
  /** 0 to 360. */
  hue: number;
  saturation: number;
  lightness: number;
}

function toHsl(red: number, green: number, blue: number): Hsl {
  const [most, least] = [Math.max(red, green, blue) / 255, Math.min(red, green, blue) / 255];
  const lightness = (most + least) / 2;
  const range = most - least;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const sector =
    most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: sector * 60, saturation, lightness };
}

function toRgb({ hue, saturation, lightness }: Hsl): number[] {
  const range = (1 - Math.abs(2 * lightness - 1)) * saturation;
  return [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness - (range / 2) * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  });
}

/** The hue of the most saturated part. */
function findStrongestHue({ data }: Pixels): number {
  const weights = new Float64Array(36);
  for (let at = 0; at < data.length; at += 16) {
    const { hue, saturation } = toHsl(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    const bin = Math.floor(hue / 10) % 36;
    weights[bin] = (weights[bin] ?? 0) + saturation ** 4;
  }
  return weights.indexOf(Math.max(...weights)) * 10 + 5;
}
