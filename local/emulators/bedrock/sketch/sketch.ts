import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import type { ImageRequest } from '../models.ts';
import { chooseHeadline } from './headline.ts';
import { drawHeadline, drawWatermark, FONT } from './lettering.ts';
import { applyPalette, choosePalette } from './palettes.ts';
import { chooseScene, placeScene, splitWords } from './scenes.ts';

/** Renders a PNG. @param disconnected aborts when the client has disconnected. */
export type RenderImage = (request: ImageRequest, disconnected: AbortSignal) => Promise<Buffer>;

/** A negative prompt with one of these words requests an image without lettering. */
const LETTERING = ['text', 'word', 'letter', 'lettering', 'typography', 'title', 'headline', 'caption'];

/** Deterministic: the same request has the same bytes on every machine. */
export const renderSketch: RenderImage = async (request, disconnected) => {
  const rendered = await renderAsync(drawSketch(request), { font: FONT, logLevel: 'off' });
  // Encoding the PNG takes as long as rendering, and it blocks the main thread.
  disconnected.throwIfAborted();
  return rendered.asPng();
};

/** A PNG of 16 by 9 gray pixels. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAAAAAAeQfPuAAAAD0lEQVR4nGPQQgMMg0QAABBSF6GiLmOfAAAAAElFTkSuQmCC',
  'base64',
);

/** The same tiny image for every request. */
export const renderBlank: RenderImage = () => Promise.resolve(BLANK);

/** Draws an image request as SVG: a scene that the prompt selects, in colors that the seed selects, and a headline. */
export function drawSketch({ modelId, prompt, negativePrompt, seed, width, height }: ImageRequest): string {
  const random = createRandom(JSON.stringify([modelId, prompt, negativePrompt, seed]));
  const unwanted = new Set(splitWords(negativePrompt));
  const words = splitWords(prompt).filter((word) => !unwanted.has(word));
  const scene = chooseScene(words);
  const palette = choosePalette(words, scene.palettes, random);
  const hasLettering = !LETTERING.some((word) => unwanted.has(word));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    placeScene(scene, width, height),
    // The corners are slightly darker than the middle, as in a photo.
    '<radialGradient id="vignette" r=".7"><stop offset=".55" stop-opacity="0"/>',
    '<stop offset="1" stop-opacity=".4"/></radialGradient>',
    `<rect width="${width}" height="${height}" fill="url(#vignette)"/>`,
    hasLettering ? drawHeadline(chooseHeadline(prompt), width, height, random) : '',
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
