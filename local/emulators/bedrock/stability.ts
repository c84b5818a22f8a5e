import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { BedrockError } from './errors.ts';
import type { ImageSchema } from './schema.ts';
import { parseOrRefuse } from './violations.ts';

const LARGEST_SEED = 4_294_967_294;

const ratio = z.enum(['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']);
type AspectRatio = z.infer<typeof ratio>;
type Sizes = Readonly<Record<AspectRatio, readonly [width: number, height: number]>>;

// The sizes are not documented beyond "640 to 1,536 px, about one megapixel": these are in keeping with that.
const CORE_SIZES: Sizes = {
  '1:1': [1024, 1024],
  '16:9': [1344, 768],
  '9:16': [768, 1344],
  '21:9': [1536, 640],
  '9:21': [640, 1536],
  '3:2': [1216, 832],
  '2:3': [832, 1216],
  '5:4': [1152, 896],
  '4:5': [896, 1152],
};
const SD3_SIZES: Sizes = { ...CORE_SIZES, '16:9': [1360, 768], '9:16': [768, 1360] };

/** The fields that every text-to-image model of Stability takes. */
const common = {
  prompt: z.string().min(1).max(10_000),
  negative_prompt: z.string().max(10_000).optional(),
  aspect_ratio: ratio.default('1:1'),
  seed: z.int().min(0).max(LARGEST_SEED).default(0),
};
// Image-to-image (`image`, `strength`) is not of this stand-in: the product paints from words.
const mode = z.literal('text-to-image').optional();
const jpegOrPng = z.enum(['png', 'jpeg', 'PNG', 'JPEG']).default('png');

type Request = z.infer<z.ZodObject<typeof common>> & { output_format: string };

/** Amazon Bedrock user guide, "Stability AI models", one page per model. */
export const stableImageCore = stability(z.strictObject({ ...common, output_format: jpegOrPng }), CORE_SIZES);

export const stableImageUltra = stability(
  z.strictObject({ ...common, mode, output_format: jpegOrPng }),
  CORE_SIZES,
);

export const stableDiffusion35 = stability(
  z.strictObject({ ...common, mode, output_format: z.enum(['png', 'jpeg', 'webp']).default('png') }),
  SD3_SIZES,
);

function stability(schema: z.ZodType<Request>, sizes: Sizes): ImageSchema {
  return {
    read(body) {
      const request = parseOrRefuse(schema, body);
      if (request.output_format.toLowerCase() !== 'png') throw paintsOnlyPng(request.output_format);
      const [width, height] = sizes[request.aspect_ratio];
      return {
        prompt: request.prompt,
        negativePrompt: request.negative_prompt ?? '',
        // 0 asks for any seed; the answer tells which one it was.
        seeds: [request.seed === 0 ? randomInt(1, LARGEST_SEED + 1) : request.seed],
        width,
        height,
      };
    },
    answer: ({ seeds }, images) => ({ seeds, finish_reasons: images.map(() => null), images }),
    filtered: () => ({ finish_reasons: ['Filter reason: prompt'] }),
  };
}

/** The one refusal that is not Bedrock's. */
function paintsOnlyPng(format: string): BedrockError {
  return new BedrockError(
    'ValidationException',
    `output_format ${format} is not available on the local Bedrock stand-in, which paints png only.`,
  );
}
