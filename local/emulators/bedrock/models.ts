import { novaCanvas, titanImage } from './amazon.ts';
import { BedrockError, invalidIdentifier } from './errors.ts';
import type { ImageSchema } from './schema.ts';
import { stableDiffusion35, stableImageCore, stableImageUltra } from './stability.ts';

interface Model {
  schema: ImageSchema;
  /** Where it is served. @default everywhere */
  regions?: readonly string[];
}

const OREGON_ONLY = ['us-west-2'];

const MODELS: ReadonlyMap<string, Model> = new Map([
  ['stability.stable-image-core-v1:1', { schema: stableImageCore, regions: OREGON_ONLY }],
  ['stability.stable-image-ultra-v1:1', { schema: stableImageUltra, regions: OREGON_ONLY }],
  ['stability.sd3-5-large-v1:0', { schema: stableDiffusion35, regions: OREGON_ONLY }],
  // Past their end of life for the public; whoever still has them has them by arrangement, in any region.
  ['amazon.titan-image-generator-v2:0', { schema: titanImage }],
  ['amazon.nova-canvas-v1:0', { schema: novaCanvas }],
]);

/** Ids that older examples are full of. Bedrock knows them, and says so. */
const RETIRED: ReadonlySet<string> = new Set([
  'amazon.titan-image-generator-v1',
  'stability.sd3-large-v1:0',
  'stability.stable-diffusion-xl-v1',
  'stability.stable-image-core-v1:0',
  'stability.stable-image-ultra-v1:0',
]);

/**
 * The schema that a model speaks.
 * @throws BedrockError when there is no such model, not any more, or not in this region.
 */
export function schemaOf(modelId: string, region: string): ImageSchema {
  if (RETIRED.has(modelId)) {
    throw new BedrockError(
      'ResourceNotFoundException',
      'This model version has reached the end of its life. Please refer to the AWS documentation for more details.',
    );
  }
  const model = MODELS.get(modelId);
  if (model === undefined) throw invalidIdentifier();
  if (model.regions !== undefined && !model.regions.includes(region)) throw invalidIdentifier();
  return model.schema;
}
