import * as z from 'zod/mini';
import type { Adapter } from './adapter.ts';
import { readPng } from './png.ts';

/** A filtered response may omit `images`. */
const response = z.object({
  images: z.optional(z.array(z.string())),
  finish_reasons: z.optional(z.array(z.nullable(z.string()))),
});

/**
 * Stable Image Core, Stable Diffusion 3.5 Large and Stable Image Ultra (Amazon Bedrock user guide, "Stability AI
 * models"). They accept an aspect ratio, not a size: the image has about one megapixel.
 */
export const stability: Adapter = {
  maxTextLength: 10_000,

  buildBody: ({ prompt, negativePrompt, seed }) => ({
    prompt,
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    aspect_ratio: '16:9',
    output_format: 'png',
    seed,
  }),

  parseResponse(body) {
    const { images, finish_reasons: reasons } = response.parse(body);
    const reason = reasons?.[0];
    if (typeof reason === 'string' && reason.startsWith('Filter reason')) return { kind: 'filtered' };
    const image = images?.[0];
    if (typeof reason === 'string' || image === undefined || image === '') {
      return { kind: 'unavailable', reason: reason ?? 'no image in the response' };
    }
    return { kind: 'image', image: readPng(image) };
  },
};
