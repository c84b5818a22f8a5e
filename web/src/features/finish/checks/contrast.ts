/** Pixels as in ImageData: four bytes each, red first. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Limits of the coverage, of 255. A pixel between both limits is the blurred edge of a letter and is not measured. */
const BACKGROUND_BELOW = 26;
const LETTER_FROM = 128;

/** The distance around a letter in which the background counts, in pixels of `PROBE_SIZE`: one pixel of the smallest view. */
const REACH = 2;

/** Nine tenths of the edge have at least the measured contrast. */
const PERCENTILE = 0.1;

/**
 * Measures the share of each pixel that the letters of a layer cover, from 0 to 255. The share is the difference between a
 * rendering with white letters and a rendering with black letters. Letters that are translucent cover less, by their opacity.
 */
export function letterCoverage(black: Pixels, white: Pixels, opacity = 1): Uint8ClampedArray {
  const coverage = new Uint8ClampedArray(black.width * black.height);
  if (opacity === 0) return coverage;
  for (let pixel = 0; pixel < coverage.length; pixel += 1) {
    coverage[pixel] = ((white.data[pixel * 4 + 1] ?? 0) - (black.data[pixel * 4 + 1] ?? 0)) / opacity;
  }
  return coverage;
}

/**
 * The contrast of letters with what is around them: the picture, an outline, a shadow or a plate. It is the contrast
 * ratio of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), from 1 to 21, which nine tenths of the pixels
 * beside the letters reach.
 * @param color of the letters, as #rrggbb
 * @param around a rendering with the layer; the pixels of its letters do not count
 * @param opacity of the letters. What is around translucent letters also shines through them.
 * @returns undefined when no letter is visible
 */
export function edgeContrast(
  color: string,
  around: Pixels,
  coverage: Uint8ClampedArray,
  opacity = 1,
): number | undefined {
  const letters = channels(color);
  const pixels = pixelsBeside(around, coverage);
  const ratios = Float64Array.from(pixels, (pixel) => {
    const background = pixelChannels(around, pixel);
    const mixed = letters.map((value, index) => mix(background[index] ?? 0, value, opacity));
    return contrastRatio(luminance(mixed), luminance(background));
  });
  return ratios.sort()[Math.floor(ratios.length * PERCENTILE)];
}

const mix = (below: number, above: number, opacity: number): number =>
  Math.round(below + (above - below) * opacity);

/** The pixels without letters that are within reach of a letter. */
function pixelsBeside({ width, height }: Pixels, coverage: Uint8ClampedArray): number[] {
  const pixels: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if ((coverage[pixel] ?? 0) < BACKGROUND_BELOW && hasLetterNear(x, y)) pixels.push(pixel);
    }
  }
  return pixels;

  function hasLetterNear(x: number, y: number): boolean {
    const [right, bottom] = [Math.min(width - 1, x + REACH), Math.min(height - 1, y + REACH)];
    for (let row = Math.max(0, y - REACH); row <= bottom; row += 1) {
      for (let column = Math.max(0, x - REACH); column <= right; column += 1) {
        if ((coverage[row * width + column] ?? 0) >= LETTER_FROM) return true;
      }
    }
    return false;
  }
}

/** @returns the contrast ratio of WCAG 2.2 between two relative luminances */
const contrastRatio = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** The linear value of each of the 256 values of a color channel in sRGB. */
const LINEAR = Float64Array.from({ length: 256 }, (_value, byte) => {
  const channel = byte / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
});

/** The red, green and blue of a color, each from 0 to 255. */
type Channels = readonly number[];

/** The relative luminance of WCAG 2.2. */
const luminance = ([red = 0, green = 0, blue = 0]: Channels): number =>
  0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);

const pixelChannels = ({ data }: Pixels, pixel: number): Channels => [
  data[pixel * 4] ?? 0,
  data[pixel * 4 + 1] ?? 0,
  data[pixel * 4 + 2] ?? 0,
];

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Returns black or white, whichever contrasts more with a color. The contrast ratio is at least 4.58. */
export const mostContrasting = (color: string): string =>
  contrastRatio(luminance(channels(color)), 1) > contrastRatio(luminance(channels(color)), 0)
    ? '#ffffff'
    : '#000000';
