import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { BedrockError, invalidIdentifier } from './errors.ts';
import { parseOrReject } from './validation.ts';

/** An image request of Stability's schema, with its defaults filled in. */
export interface ImageRequest {
  modelId: string;
  prompt: string;
  negativePrompt: string;
  seed: number;
  width: number;
  height: number;
}

interface Model {
  /** @throws BedrockError ValidationException that names the invalid fields. */
  parseRequest(body: unknown): ImageRequest;
}

const MAX_SEED = 4_294_967_294;

const aspectRatio = z.enum(['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']);
type Sizes = Readonly<Record<z.infer<typeof aspectRatio>, readonly [width: number, height: number]>>;

// The guide documents the sizes only as "640 to 1,536 px, about one megapixel"; these values agree with it.
const SIZES: Sizes = {
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
const SD3_SIZES: Sizes = { ...SIZES, '16:9': [1360, 768], '9:16': [768, 1360] };

/** The fields that every text-to-image model of Stability accepts. */
const common = {
  prompt: z.string().min(1).max(10_000),
  negative_prompt: z.string().max(10_000).optional(),
  aspect_ratio: aspectRatio.default('1:1'),
  seed: z.int().min(0).max(MAX_SEED).default(0),
};
// The emulator has no image-to-image mode (`image`, `strength`): the product sends text only.
const mode = z.literal('text-to-image').optional();
const jpegOrPng = z.enum(['png', 'jpeg', 'PNG', 'JPEG']).default('png');

type StabilityBody = z.infer<z.ZodObject<typeof common>> & { output_format: string };

interface Schema {
  body: z.ZodType<StabilityBody>;
  sizes: Sizes;
}

/** Amazon Bedrock user guide, "Stability AI models", one page per model. All are served in us-west-2 only. */
const core: Schema = { body: z.strictObject({ ...common, output_format: jpegOrPng }), sizes: SIZES };
const ultra: Schema = { body: z.strictObject({ ...common, mode, output_format: jpegOrPng }), sizes: SIZES };
const sd35: Schema = {
  body: z.strictObject({ ...common, mode, output_format: z.enum(['png', 'jpeg', 'webp']).default('png') }),
  sizes: SD3_SIZES,
};
const SCHEMAS: ReadonlyMap<string, Schema> = new Map([
  ['stability.stable-image-core-v1:1', core],
  ['stability.stable-image-ultra-v1:1', ultra],
  ['stability.sd3-5-large-v1:0', sd35],
]);
const REGION = 'us-west-2';

/** Retired ids that older examples use. Bedrock answers them with a message of their own. */
const RETIRED: ReadonlySet<string> = new Set([
  'amazon.titan-image-generator-v1',
  'amazon.titan-image-generator-v2:0',
  'amazon.nova-canvas-v1:0',
  'stability.sd3-large-v1:0',
  'stability.stable-diffusion-xl-v1',
  'stability.stable-image-core-v1:0',
  'stability.stable-image-ultra-v1:0',
]);

/** @throws BedrockError when the model does not exist, is retired, or is absent from the region. */
export function findModel(modelId: string, region: string): Model {
  if (RETIRED.has(modelId)) {
    throw new BedrockError(
      'ResourceNotFoundException',
      'This model version has reached the end of its life. Please refer to the AWS documentation for more details.',
    );
  }
  const schema = SCHEMAS.get(modelId);
  if (schema === undefined || region !== REGION) throw invalidIdentifier();
  return {
    parseRequest(body) {
      const request = parseOrReject(schema.body, body);
      if (request.output_format.toLowerCase() !== 'png') {
        // The only validation error that the real service does not have.
        throw new BedrockError(
          'ValidationException',
          `output_format ${request.output_format} is not available in the Bedrock emulator, which renders png only.`,
        );
      }
      const [width, height] = schema.sizes[request.aspect_ratio];
      return {
        modelId,
        prompt: request.prompt,
        negativePrompt: request.negative_prompt ?? '',
        // The seed 0 requests a random seed; the response contains the chosen one.
        seed: request.seed === 0 ? randomInt(1, MAX_SEED + 1) : request.seed,
        width,
        height,
      };
    },
  };
}
