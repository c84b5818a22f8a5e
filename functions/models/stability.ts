import * as z from 'zod/mini';
import type { Adapter } from './model.ts';
import { readPng } from './png.ts';

/** A filtered answer may come without `images`. */
const response = z.object({
  images: z.optional(z.array(z.string())),
  finish_reasons: z.optional(z.array(z.nullable(z.string()))),
});

/**
 * Stable Image Core, Stable Diffusion 3.5 Large and Stable Image Ultra.
 * Amazon Bedrock user guide, "Stability AI models". They take the aspect ratio, not a size: the picture comes out
 * at about one megapixel, and its real size is read from the PNG.
 */
export const stability: Adapter = {
  maxTextLength: 10_000,

  body: ({ prompt, negativePrompt, seed }) => ({
    prompt,
    ...(negativePrompt === undefined ? {} : { negative_prompt: negativePrompt }),
    aspect_ratio: '16:9',
    output_format: 'png',
    seed,
  }),

  read(body) {
    const { images, finish_reasons: reasons } = response.parse(body);
    const reason = reasons?.[0];
    if (typeof reason === 'string' && reason.startsWith('Filter reason')) return { kind: 'filtered' };
    const image = images?.[0];
    if (typeof reason === 'string' || image === undefined || image === '') {
      return { kind: 'unavailable', reason: reason ?? 'no image in the answer' };
    }
    return { kind: 'painted', picture: readPng(image) };
  },
};
