import * as z from 'zod/mini';
import type { Adapter } from './model.ts';
import { readPng } from './png.ts';

const response = z.object({
  images: z.optional(z.nullable(z.array(z.string()))),
  error: z.optional(z.nullable(z.string())),
});

/**
 * Nova Canvas, for accounts with a private arrangement. Amazon Nova user guide, "Generating images". (Titan Image
 * Generator speaks this schema too, but takes a fixed list of sizes without 1280x720.)
 */
export const amazon: Adapter = {
  maxTextLength: 512,

  body: ({ prompt, negativePrompt, seed }) => ({
    taskType: 'TEXT_IMAGE',
    textToImageParams: {
      text: prompt,
      ...(negativePrompt === undefined ? {} : { negativeText: negativePrompt }),
    },
    imageGenerationConfig: { numberOfImages: 1, width: 1280, height: 720, seed },
  }),

  read(body) {
    const { images, error } = response.parse(body);
    const image = images?.[0];
    // A picture that the output filter removed is missing, with a sentence in `error`.
    if (typeof error === 'string' && /filter|policy|AUP/i.test(error)) return { kind: 'filtered' };
    if (image === undefined || image === '') {
      return { kind: 'unavailable', reason: error ?? 'no image in the answer' };
    }
    return { kind: 'painted', picture: readPng(image) };
  },
};
