import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import type { ImageRequest } from '../models.ts';
import { applyPalette, choosePalette, mix, type Palette } from './palettes.ts';
import { chooseScene, placeScene, splitWords } from './scenes.ts';
import type { UploadedImage, ReferenceImage } from '../reference-image.ts';
import { createRequire } from 'node:module';

/** Renders a PNG. @param disconnected aborts when the client has disconnected. */
export type RenderImage = (request: ImageRequest, disconnected: AbortSignal) => Promise<Buffer>;

/** Renders a sketch. The renderer is deterministic: the same request gives the same bytes on every machine. */
export const renderSketch: RenderImage = async (request, disconnected) => {
  const svg = request.subject === undefined ? drawSketch(request) : drawCutout(request.subject);
  const rendered = await renderAsync(svg, { font: FONT, logLevel: 'off' });
  // Encoding the PNG takes as long as rendering, and it blocks the main thread.
  disconnected.throwIfAborted();
  return rendered.asPng();
};

/** A small picture with two colors, so that an edit of the picture is visible. Edits need sides of at least 64 pixels. */
const SMALL = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="72">',
  '<linearGradient id="sky"><stop stop-color="#1a2a6c"/><stop offset="1" stop-color="#b21f1f"/></linearGradient>',
  '<rect width="128" height="72" fill="url(#sky)"/></svg>',
].join('');

let small: Promise<Buffer> | undefined;

/** Returns the same small image for every request. */
export const renderSmall: RenderImage = () => {
  small ??= renderAsync(SMALL).then((rendered) => rendered.asPng());
  return small;
};

/**
 * Draws an image request as SVG: the prompt selects the scene, and the seed selects the colors. The watermark is the only text, because
 * creators add their texts on the finish page.
 */
export function drawSketch({
  modelId,
  prompt,
  negativePrompt,
  seed,
  width,
  height,
  reference,
}: ImageRequest): string {
  const random = createRandom(JSON.stringify([modelId, prompt, negativePrompt, seed]));
  const unwanted = new Set(splitWords(negativePrompt));
  const words = splitWords(prompt).filter((word) => !unwanted.has(word));
  const scene = chooseScene(words);
  const ownPalette = choosePalette(words, scene.palettes, random);
  const palette =
    reference?.use === 'style' ? adoptPalette(ownPalette, reference.image, reference.strength) : ownPalette;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    placeScene(scene, width, height),
    reference?.use === 'layout' ? drawComposition(reference.image, width, height, reference.strength) : '',
    // The vignette makes the corners slightly darker than the middle, as in a photo.
    '<radialGradient id="vignette" r=".7"><stop offset=".55" stop-opacity="0"/>',
    '<stop offset="1" stop-opacity=".4"/></radialGradient>',
    `<rect width="${width}" height="${height}" fill="url(#vignette)"/>`,
    drawWatermark(width, height),
    '</svg>',
  ].join('');
  return applyPalette(svg, palette);
}

/** Creates a generator of numbers from 0 to 1 that depend only on the key: the 32-bit words of a chain of hashes. */
function createRandom(key: string): () => number {
  let state = createHash('sha256').update(key).digest();
  return () => {
    state = createHash('sha256').update(state).digest();
    return state.readUInt32LE() / 2 ** 32;
  };
}

/**
 * Draws an image without its background as SVG: only the area of a portrait's silhouette remains, with a soft edge. The emulator cannot
 * find the real subject.
 */
function drawCutout({ base64, width, height }: UploadedImage): string {
  const blur = Math.min(width, height) / 150;
  const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
    `<ellipse cx="${cx * width}" cy="${cy * height}" rx="${rx * width}" ry="${ry * height}"/>`;
  const [head, shoulders] = [ellipse(0.5, 0.38, 0.21, 0.32), ellipse(0.5, 1.02, 0.42, 0.4)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<filter id="soft"><feGaussianBlur stdDeviation="${blur}"/></filter>`,
    `<mask id="subject"><g fill="#fff" filter="url(#soft)">${head}${shoulders}</g></mask>`,
    `<image width="${width}" height="${height}" mask="url(#subject)" href="data:image/jpeg;base64,${base64}"/>`,
    '</svg>',
  ].join('');
}

/** The font Anton by Vernon Adams (SIL Open Font License). With the system fonts, images would differ between machines. */
export const FONT = {
  loadSystemFonts: false,
  fontFiles: [
    createRequire(import.meta.url).resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'),
  ],
  defaultFontFamily: 'Anton',
};

/** Draws the mark that distinguishes a sketch from the image of a real model. */
function drawWatermark(width: number, height: number): string {
  const size = Math.max(11, Math.min(width, height * 1.78) * 0.0135);
  return [
    `<g transform="translate(${size * 1.6} ${height - size * 1.6})" font-family="Anton" font-size="${size}">`,
    `<rect y="${-size * 1.9}" width="${size * 8.6}" height="${size * 1.9}" rx="${size * 0.4}" opacity=".5"/>`,
    `<text x="${size * 0.8}" y="${-size * 0.5}" fill="#fff" letter-spacing="${size * 0.12}">LOCAL SKETCH</text></g>`,
  ].join('');
}

type Rgb = readonly [red: number, green: number, blue: number];

const toHex = (color: Rgb) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const luminance = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue;
const saturation = (color: Rgb) => Math.max(...color) - Math.min(...color);

/** Computes the mean color of each cell in a grid, row by row. */
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

/** The position of each palette color in the colors sorted by luminance, from 0 to 1. */
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
 * @param fidelity 0 keeps half of each palette color, 1 replaces the palette colors.
 */
function adoptPalette(palette: Palette, image: ReferenceImage, fidelity: number): Palette {
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
 * @param strength the opacity of the areas, from 0 to 1.
 */
function drawComposition(image: ReferenceImage, width: number, height: number, strength: number): string {
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
