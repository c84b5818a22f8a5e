import * as z from 'zod';
import { BedrockError } from './errors.ts';
import type { ImageSchema } from './schema.ts';
import { parseOrRefuse } from './violations.ts';

/** What differs between the two models that speak Amazon's schema. */
interface Limits {
  /** The side of a picture whose request names none. */
  side: z.ZodDefault<z.ZodInt>;
  largestSeed: number;
  defaultSeed: number;
  takesSize: (width: number, height: number) => boolean;
}

/** Amazon Bedrock user guide, "Amazon Titan Image Generator G1 models", the table of sizes. */
const TITAN_SIZES: ReadonlySet<string> = new Set([
  ...['1024x1024', '768x768', '512x512'],
  ...['768x1152', '384x576', '1152x768', '576x384'],
  ...['768x1280', '384x640', '1280x768', '640x384'],
  ...['896x1152', '448x576', '1152x896', '576x448'],
  ...['768x1408', '384x704', '1408x768', '704x384'],
  ...['640x1408', '320x704', '1408x640', '704x320'],
  ...['1152x640', '1173x640'],
]);

export const titanImage = amazon({
  side: z.int().default(1024),
  largestSeed: 2_147_483_646,
  defaultSeed: 42,
  takesSize: (width, height) => TITAN_SIZES.has(`${width}x${height}`),
});

/** Amazon Nova user guide, "Generating images with Amazon Nova Canvas", on resolutions and on seeds. */
export const novaCanvas = amazon({
  side: z.int().min(320).max(4096).multipleOf(16).default(1024),
  largestSeed: 858_993_459,
  defaultSeed: 12,
  takesSize: (width, height) =>
    Math.max(width, height) <= 4 * Math.min(width, height) && width * height < 4_194_304,
});

/** TEXT_IMAGE is the only task here: the others edit a picture, which the product never does. */
function amazon({ side, largestSeed, defaultSeed, takesSize }: Limits): ImageSchema {
  const generation = z.strictObject({
    numberOfImages: z.int().min(1).max(5).default(1),
    width: side,
    height: side,
    cfgScale: z.number().min(1.1).max(10).optional(),
    seed: z.int().min(0).max(largestSeed).default(defaultSeed),
    quality: z.enum(['standard', 'premium']).optional(),
  });
  const request = z.strictObject({
    taskType: z.literal('TEXT_IMAGE'),
    textToImageParams: z.strictObject({
      text: z.string().min(1).max(512),
      negativeText: z.string().min(1).max(512).optional(),
    }),
    imageGenerationConfig: generation.prefault({}),
  });

  return {
    read(body) {
      const { textToImageParams: words, imageGenerationConfig: config } = parseOrRefuse(request, body);
      const { width, height, seed, numberOfImages } = config;
      if (!takesSize(width, height)) {
        throw new BedrockError(
          'ValidationException',
          `400 Bad Request: Value of (width, height) is not valid. Given: (${width}, ${height}).`,
        );
      }
      return {
        prompt: words.text,
        negativePrompt: words.negativeText ?? '',
        seeds: Array.from({ length: numberOfImages }, (_, nth) => seed + nth),
        width,
        height,
      };
    },
    answer: (_order, images) => ({ images }),
    filtered() {
      throw new BedrockError(
        'ValidationException',
        'This request has been blocked by our content filters. Our filters automatically flagged this prompt ' +
          'because it may conflict our AUP or AWS Responsible AI Policy. Please adjust your text prompt to ' +
          'submit a new request.',
      );
    },
  };
}
