import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import type { ImageRequest } from '../models.ts';
import { drawCutout } from './cutout.ts';
import { applyPalette, choosePalette } from './palettes.ts';
import { adoptPalette, drawComposition } from './reference.ts';
import { chooseScene, placeScene, splitWords } from './scenes.ts';
import { drawWatermark, FONT } from './watermark.ts';

/** Renders a PNG. @param disconnected aborts when the client has disconnected. */
export type RenderImage = (request: ImageRequest, disconnected: AbortSignal) => Promise<Buffer>;

/** Deterministic: the same request has the same bytes on every machine. */
export const renderSketch: RenderImage = async (request, disconnected) => {
  const svg = request.subject === undefined ? drawSketch(request) : drawCutout(request.subject);
  const rendered = await renderAsync(svg, { font: FONT, logLevel: 'off' });
  // Encoding the PNG takes as long as rendering, and it blocks the main thread.
  disconnected.throwIfAborted();
  return rendered.asPng();
};

/** A small picture of two colors, so that an edit of it can be seen. Edits need sides of 64 pixels. */
const SMALL = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="72">',
  '<linearGradient id="sky"><stop stop-color="#1a2a6c"/><stop offset="1" stop-color="#b21f1f"/></linearGradient>',
  '<rect width="128" height="72" fill="url(#sky)"/></svg>',
].join('');

let small: Promise<Buffer> | undefined;

/** The same small image for every request. */
export const renderSmall: RenderImage = () => {
  small ??= renderAsync(SMALL).then((rendered) => rendered.asPng());
  return small;
};

/**
 * Draws an image request as SVG: a scene that the prompt selects, in colors that the seed selects. Its only words are
 * the watermark: creators put theirs on it on the finish page.
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
    // The corners are slightly darker than the middle, as in a photo.
    '<radialGradient id="vignette" r=".7"><stop offset=".55" stop-opacity="0"/>',
    '<stop offset="1" stop-opacity=".4"/></radialGradient>',
    `<rect width="${width}" height="${height}" fill="url(#vignette)"/>`,
    drawWatermark(width, height),
    '</svg>',
  ].join('');
  return applyPalette(svg, palette);
}

/** Numbers from 0 to 1 that depend on the key only: the 32-bit words of a chain of hashes. */
function createRandom(key: string): () => number {
  let state = createHash('sha256').update(key).digest();
  return () => {
    state = createHash('sha256').update(state).digest();
    return state.readUInt32LE() / 2 ** 32;
  };
}
