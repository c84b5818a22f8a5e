import type { FinishedImage } from './finished-image.ts';

const SAMPLE = { width: 48, height: 27 } as const;
const MAX_COLORS = 5;
/** Bits of each channel that tell two groups of colors apart. */
const GROUP_SHIFT = 5;
/** Two colors of a palette differ at least by this much, as a sum of the three channels. */
const MIN_DIFFERENCE = 96;

type Rgb = [red: number, green: number, blue: number];

/** The most frequent colors of an image that differ from each other, as #rrggbb. Empty when the browser has no canvas. */
export function listPalette(image: FinishedImage['image']): string[] {
  const canvas = Object.assign(document.createElement('canvas'), SAMPLE);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return [];
  context.drawImage(image, 0, 0, SAMPLE.width, SAMPLE.height);
  return choosePalette(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data);
}

/** @param data pixels as in ImageData */
export function choosePalette(data: Uint8ClampedArray): string[] {
  const groups = new Map<number, { count: number; sum: Rgb }>();
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const key = ((red >> GROUP_SHIFT) << 6) | ((green >> GROUP_SHIFT) << 3) | (blue >> GROUP_SHIFT);
    const { count, sum } = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
    groups.set(key, { count: count + 1, sum: [sum[0] + red, sum[1] + green, sum[2] + blue] });
  }
  const chosen: Rgb[] = [];
  for (const { count, sum } of [...groups.values()].sort((one, other) => other.count - one.count)) {
    const color = sum.map((channel) => Math.round(channel / count)) as Rgb;
    if (chosen.every((other) => difference(other, color) >= MIN_DIFFERENCE)) chosen.push(color);
    if (chosen.length === MAX_COLORS) break;
  }
  return chosen.map((color) => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
}

const difference = (one: Rgb, other: Rgb): number =>
  one.reduce((sum, channel, index) => sum + Math.abs(channel - (other[index] ?? 0)), 0);
