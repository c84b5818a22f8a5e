import * as z from 'zod/mini';
import { readJpeg } from '../platform/jpeg.ts';
import { isPng, readPngSize } from '../platform/png.ts';
import type { Adapter, Image, ImageRequest, ModelResult } from './adapter.ts';

/** The longest prompt and the longest negative prompt, in UTF-16 code units (Amazon Bedrock user guide, "Stability AI models"). */
export const MAX_TEXT_LENGTH = 10_000;

/**
 * The default values of Style Guide and Control Structure. The product sends them with each request, so that a change of the defaults has
 * no effect.
 */
const DEFAULT_STRENGTH = { styleGuide: 0.5, controlStructure: 0.7 };

/** A response of a model. A filtered response may omit `images`. */
const response = z.object({
  images: z.optional(z.array(z.string())),
  finish_reasons: z.optional(z.array(z.nullable(z.string()))),
});

/**
 * The adapter of Stable Image Core, Stable Diffusion 3.5 Large and Stable Image Ultra (Amazon Bedrock user guide, "Stability AI models").
 * These models accept an aspect ratio, but not a size: the image has about one megapixel.
 */
export const stability = createAdapter({ aspect_ratio: '16:9' });

/**
 * Creates the adapter of Stable Image Style Guide (Amazon Bedrock user guide, "Stability AI Image Services"). The result is an image in the
 * style of the given image.
 * @param image a JPEG or PNG. @param fidelity 0 to 1.
 */
export function styleGuide(image: Buffer, fidelity = DEFAULT_STRENGTH.styleGuide): Adapter {
  return createAdapter({ image: image.toString('base64'), aspect_ratio: '16:9', fidelity });
}

/**
 * Creates the adapter of Stable Image Control Structure (same page). The result has the composition and the shape of the given image.
 * @param image a JPEG or PNG. @param strength 0 to 1.
 */
export function controlStructure(image: Buffer, strength = DEFAULT_STRENGTH.controlStructure): Adapter {
  return createAdapter({ image: image.toString('base64'), control_strength: strength });
}

/**
 * Creates the adapter of Remove Background (same page). The result is the subject of the image as a PNG with transparency, in the shape of
 * the image. The service takes no text and no seed.
 * @param image a JPEG or PNG.
 */
export function removeBackground(image: Buffer): Adapter {
  const body = { image: image.toString('base64'), output_format: 'png' };
  return {
    maxTextLength: MAX_TEXT_LENGTH,
    invalidCode: 'reference_invalid',
    buildBody: () => body,
    parseResponse,
  };
}

/** Creates an adapter with the fields that all models and services with a text have in common. */
function createAdapter(fields: Record<string, unknown>): Adapter {
  return {
    maxTextLength: MAX_TEXT_LENGTH,
    invalidCode: 'image' in fields ? 'reference_invalid' : 'content_filtered',
    buildBody: ({ prompt, negativePrompt, seed }: ImageRequest) => ({
      prompt,
      ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
      output_format: 'png',
      seed,
      ...fields,
    }),
    parseResponse,
  };
}

/** @throws the errors of `Adapter.parseResponse`. */
export function parseResponse(body: unknown): ModelResult {
  const { images, finish_reasons: reasons } = response.parse(body);
  const reason = reasons?.[0];
  if (typeof reason === 'string' && reason.startsWith('Filter reason')) {
    return { kind: 'filtered', rejected: reason === 'Filter reason: input image' ? 'input image' : 'other' };
  }
  const image = images?.[0];
  if (typeof reason === 'string' || image === undefined || image === '') {
    return {
      kind: 'unavailable',
      reason: reason ?? 'no image in the response',
      isOverloaded: false,
      mayBePaid: true,
    };
  }
  return { kind: 'image', image: readImage(image) };
}

/**
 * Decodes the image in a model's response. Reads the size from the image, because models do not guarantee a size.
 * @throws Error if the bytes are neither a PNG nor a JPEG.
 */
export function readImage(base64: string): Image {
  const content = Buffer.from(base64, 'base64');
  if (isPng(content)) return { type: 'image/png', content, ...readPngSize(content) };
  const { width, height, image } = readJpeg(content);
  return { type: 'image/jpeg', content: image, width, height };
}
