import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { PROFILE_REGIONS } from '#contract/model-pool.ts';
import { decodeOrReject, invalidIdentifier } from './runtime-api.ts';
import {
  decodeReferenceImage,
  decodeUploadedImage,
  type ReferenceImage,
  type UploadedImage,
} from './reference-image.ts';

/** An image request in Stability's schema, with its default values. */
export interface ImageRequest {
  modelId: string;
  prompt: string;
  negativePrompt: string;
  seed: number;
  width: number;
  height: number;
  reference?: {
    use: 'style' | 'layout';
    image: ReferenceImage;
    /** The influence of the reference, from 0 to 1. */
    strength: number;
  };
  /** The image whose background is removed. */
  subject?: UploadedImage;
}

export const MAX_SEED = 4_294_967_294;

/** The product asks only for 16:9. The default is 1:1. */
const aspectRatio = z.enum(['16:9', '1:1']);
type Sizes = Readonly<Record<z.infer<typeof aspectRatio>, readonly [width: number, height: number]>>;

// The guide documents the sizes only as "640 to 1,536 px, about one megapixel". These sizes agree with this description.
const SIZES: Sizes = { '1:1': [1024, 1024], '16:9': [1344, 768] };
const SD3_SIZES: Sizes = { ...SIZES, '16:9': [1360, 768] };

/** The services can also make JPEG and WebP. The product asks for PNG, the only format that the emulator renders. */
const format = { output_format: z.literal('png').default('png') };

/** The fields that every model and service of Stability accepts. */
const common = {
  prompt: z.string().min(1).max(10_000),
  negative_prompt: z.string().max(10_000).default(''),
  seed: z.int().min(0).max(MAX_SEED).default(0),
  ...format,
};
const shaped = { aspect_ratio: aspectRatio.default('1:1'), ...common };
const strength = z.number().min(0).max(1);

type ModelRequest = Omit<ImageRequest, 'modelId'>;
type CommonRequest = z.infer<z.ZodObject<typeof common>>;

/** Chooses the seed. The seed 0 requests a random seed, and the response contains the chosen seed. */
const chooseSeed = (seed: number) => (seed === 0 ? randomInt(1, MAX_SEED + 1) : seed);

const readCommon = ({ prompt, negative_prompt: negativePrompt, seed }: CommonRequest) => ({
  prompt,
  negativePrompt,
  seed: chooseSeed(seed),
});

/** Creates the schema of a text-to-image model (Amazon Bedrock user guide, "Stability AI models", one page for each model). */
const textToImage = (sizes: Sizes, fields: z.ZodRawShape = {}): z.ZodType<ModelRequest> =>
  z.strictObject({ ...shaped, ...fields }).transform((request) => {
    const [width, height] = sizes[request.aspect_ratio];
    return { ...readCommon(request), width, height };
  });
// The emulator has no image-to-image mode (`image`, `strength`), because the product sends only text.
const mode = { mode: z.literal('text-to-image').optional() };

/** The schema of Style Guide (same guide, "Stability AI Image Services"). */
const styleGuide: z.ZodType<ModelRequest> = z
  .strictObject({
    ...shaped,
    image: z.string(),
    fidelity: strength.default(0.5),
    style_preset: z.string().optional(),
  })
  .transform(async (request) => {
    const [width, height] = SIZES[request.aspect_ratio];
    const image = await decodeReferenceImage(request.image);
    const reference = { use: 'style' as const, image, strength: request.fidelity };
    return { ...readCommon(request), width, height, reference };
  });

/** The schema of Control Structure. The request has no aspect ratio: the image has the shape of the reference. */
const controlStructure: z.ZodType<ModelRequest> = z
  .strictObject({ ...common, image: z.string(), control_strength: strength.default(0.7) })
  .transform(async (request) => {
    const image = await decodeReferenceImage(request.image);
    const { width, height } = image;
    const reference = { use: 'layout' as const, image, strength: request.control_strength };
    return { ...readCommon(request), width, height, reference };
  });

/** The schema of Remove Background. The service takes no text, so the fault markers are in the comment of the JPEG. */
const removeBackground: z.ZodType<ModelRequest> = z
  .strictObject({ ...format, image: z.string() })
  .transform((request) => {
    const subject = decodeUploadedImage(request.image);
    const { comment: prompt, width, height } = subject;
    return { prompt, negativePrompt: '', seed: chooseSeed(0), width, height, subject };
  });

/** The schemas by model id. Only us-west-2 serves the models. Only the inference profile of the US serves the services. */
const SCHEMAS: ReadonlyMap<string, [regions: readonly string[], schema: z.ZodType<ModelRequest>]> = new Map([
  ['stability.stable-image-core-v1:1', [['us-west-2'], textToImage(SIZES)]],
  ['stability.stable-image-ultra-v1:1', [['us-west-2'], textToImage(SIZES, mode)]],
  ['stability.sd3-5-large-v1:0', [['us-west-2'], textToImage(SD3_SIZES, mode)]],
  ['us.stability.stable-image-style-guide-v1:0', [PROFILE_REGIONS, styleGuide]],
  ['us.stability.stable-image-control-structure-v1:0', [PROFILE_REGIONS, controlStructure]],
  ['us.stability.stable-image-remove-background-v1:0', [PROFILE_REGIONS, removeBackground]],
]);

/**
 * Finds the parser for the requests of a model.
 * @returns a function that rejects with a BedrockError ValidationException, which names the invalid fields.
 * @throws BedrockError if the model does not exist or is absent from the region.
 */
export function findModel(modelId: string, region: string): (body: unknown) => Promise<ImageRequest> {
  const [regions, schema] = SCHEMAS.get(modelId) ?? [];
  if (schema === undefined || regions?.includes(region) !== true) throw invalidIdentifier();
  return async (body) => ({ modelId, ...(await decodeOrReject(schema, body)) });
}
