import type { ReferenceImage } from '../reference-image.ts';
import { mix, type Palette } from './palettes.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const toHex = (color: Rgb) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const luminance = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue;
const saturation = (color: Rgb) => Math.max(...color) - Math.min(...color);

/** Means of a grid of cells, row by row. */
function sampleGrid({ width, height, data }: ReferenceImage, columns: number, rows: number): Rgb[] {
  const sums = Array.from({ length: columns * rows }, () => [0, 0, 0, 0]);
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const sum = sums[Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)] ?? [];
      const at = 4 * (y * width + x);
      for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0);
      sum[3] = (sum[3] ?? 0) + 1;
    }
  }
  return sums.map(([red = 0, green = 0, blue = 0, count = 0]) => [red / count, green / count, blue / count]);
}

/** The part of the sorted colors, from 0 to 1, that each color of a palette comes from. */
const BY_LUMINANCE = {
  near: 0,
  sky1: 0.15,
  sky2: 0.35,
  haze: 0.5,
  sky3: 0.6,
  glow: 0.75,
  sky4: 0.85,
  light: 1,
};
const BY_SATURATION = { counter: 0.9, accent: 1 };

/**
 * Recolors a palette with the colors of a reference image.
 * @param fidelity 0 keeps half of the palette's own colors, 1 none.
 */
export function adoptPalette(palette: Palette, image: ReferenceImage, fidelity: number): Palette {
  const colors = sampleGrid(image, 16, 9);
  const pick = (order: (color: Rgb) => number, positions: Record<string, number>) => {
    const sorted = colors.toSorted((one, other) => order(one) - order(other));
    return Object.entries(positions).map(([name, position]) => {
      const color = sorted[Math.round(position * (sorted.length - 1))] ?? [0, 0, 0];
      return [name, mix(palette[name] ?? '#000000', toHex(color), 0.5 + fidelity / 2)] as const;
    });
  };
  const adopted = [...pick(luminance, BY_LUMINANCE), ...pick(saturation, BY_SATURATION)];
  return { ...palette, ...Object.fromEntries(adopted) };
}

const COLUMNS = 48;
const SHADES = ['near', 'sky1', 'sky2', 'sky3', 'sky4', 'light'];

/**
 * Draws the composition of a reference image: its light and dark areas, in the colors of the palette.
 * @param strength opacity of the areas, from 0 to 1.
 */
export function drawComposition(
  image: ReferenceImage,
  width: number,
  height: number,
  strength: number,
): string {
  const size = width / COLUMNS;
  const cells = sampleGrid(image, COLUMNS, Math.ceil(height / size)).map((color, index) => {
    const shade = SHADES[Math.floor((luminance(color) / 256) * SHADES.length)] ?? 'near';
    const [x, y] = [(index % COLUMNS) * size, Math.floor(index / COLUMNS) * size];
    return `<rect x="${x}" y="${y}" width="${size + 1}" height="${size + 1}" fill="var(--${shade})"/>`;
  });
  return [
    `<filter id="soft"><feGaussianBlur stdDeviation="${size / 3}"/></filter>`,
    `<g filter="url(#soft)" opacity="${strength}">${cells.join('')}</g>`,
  ].join('');
}
