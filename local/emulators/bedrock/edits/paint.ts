import { createPixels, readColor, type Pixels } from './pixels.ts';

/** The amount of change of each pixel, from 0 to 255, row by row. */
export type Mask = Uint8Array;

/** The margins that an edit adds to an image, in pixels. */
export type Margins = Record<'left' | 'right' | 'up' | 'down', number>;

/**
 * Fills the marked area with the colors around it ("push-pull"). The colors come from halved copies of the image: with each copy the marked
 * area becomes smaller, until it disappears.
 */
export function eraseArea(image: Pixels, mask: Mask): Pixels {
  const { width, height } = image;
  if (!mask.some((value) => value >= 128)) return image;
  if (width <= 1 || height <= 1) return copy(image);
  const { smaller, smallerMask } = halve(image, mask);
  const filled = eraseArea(smaller, smallerMask);
  const result = copy(image);
  forEachMarked(image, mask, (x, y, at) => {
    const [column, row] = [x / 2 - 0.25, y / 2 - 0.25];
    const [left, top] = [Math.floor(column), Math.floor(row)];
    const [shareX, shareY] = [column - left, row - top];
    const corners = [
      { color: readColor(filled, left, top), share: (1 - shareX) * (1 - shareY) },
      { color: readColor(filled, left + 1, top), share: shareX * (1 - shareY) },
      { color: readColor(filled, left, top + 1), share: (1 - shareX) * shareY },
      { color: readColor(filled, left + 1, top + 1), share: shareX * shareY },
    ];
    result.data.set(mixColors(corners), at);
  });
  return result;
}

/**
 * Halves an image. Each new pixel is the mean of its unmarked source pixels. A new pixel is marked if all of its source pixels are marked.
 */
function halve(image: Pixels, mask: Mask): { smaller: Pixels; smallerMask: Mask } {
  const smaller = createPixels(Math.ceil(image.width / 2), Math.ceil(image.height / 2));
  const smallerMask = new Uint8Array(smaller.width * smaller.height);
  for (let pixel = 0; pixel < smallerMask.length; pixel += 1) {
    const [x, y] = [(pixel % smaller.width) * 2, Math.floor(pixel / smaller.width) * 2];
    const kept = [x, x + 1]
      .flatMap((column) => [y, y + 1].map((row) => [column, row] as const))
      .filter(([column, row]) => column < image.width && row < image.height)
      .filter(([column, row]) => (mask[row * image.width + column] ?? 0) < 128)
      .map(([column, row]) => ({ color: readColor(image, column, row), share: 1 }));
    if (kept.length === 0) smallerMask[pixel] = 255;
    else smaller.data.set(mixColors(kept), pixel * 4);
  }
  return { smaller, smallerMask };
}

function mixColors(parts: readonly { color: readonly number[]; share: number }[]): number[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  return [0, 1, 2, 3].map(
    (channel) => parts.reduce((sum, { color, share }) => sum + (color[channel] ?? 0) * share, 0) / total,
  );
}

/** Puts another picture into the marked area, scaled to the bounds of the area. */
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

/** Extends the image beyond its borders with a mirrored copy, which becomes darker with the distance. */
export function extendImage(image: Pixels, { left, right, up, down }: Margins): Pixels {
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

/**
 * Changes the hue of one color of the image.
 * @param hue the new hue, 0 to 360.
 * @param target the hue to change. @default the most vivid hue
 */
export function recolorImage(image: Pixels, hue: number, target = findVividHue(image)): Pixels {
  const result = copy(image);
  for (let at = 0; at < image.data.length; at += 4) {
    const channels = [image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0] as const;
    const color = toHsl(...channels);
    const distance = Math.abs(((color.hue - target + 540) % 360) - 180);
    if (measureChroma(channels) < 60 || distance > 25) continue;
    result.data.set(toRgb({ ...color, hue, saturation: Math.max(0.6, color.saturation) }), at);
  }
  return result;
}

/** Returns a soft ellipse at a place that depends on the words, because the emulator cannot recognize things. */
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

/** Mirrors a position beyond the border back into the image. */
function reflect(position: number, size: number): number {
  const period = 2 * size;
  const inPeriod = ((position % period) + period) % period;
  return inPeriod < size ? inPeriod : period - 1 - inPeriod;
}

interface Hsl {
  /** The hue from 0 to 360. */
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

/** Finds the hue of the most vivid color that covers more than a tiny part, e.g. the flags in front of a dark sky. */
function findVividHue({ data }: Pixels): number {
  const bins = Array.from({ length: 36 }, () => ({ count: 0, chroma: 0 }));
  for (let at = 0; at < data.length; at += 16) {
    const channels = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
    const bin = bins[Math.floor(toHsl(...channels).hue / 10) % 36];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.chroma += measureChroma(channels);
  }
  const least = data.length / 16 / 500;
  const means = bins.map(({ count, chroma }) => (count < least ? 0 : chroma / count));
  return means.indexOf(Math.max(...means)) * 10 + 5;
}

const measureChroma = (channels: readonly number[]) => Math.max(...channels) - Math.min(...channels);
