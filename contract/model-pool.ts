/**
 * The image models of a stage, in the order they are tried. infra writes the pools into the environment of the
 * functions, which parse them with the same schemas. Lambda limits the size of an environment, so the schemas have only what the
 * functions read. What only the site shows is in infra/stages/model-pool.ts.
 */
import * as z from 'zod/mini';
import { referenceUse } from './reference-schemas.ts';

const region = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region must be an AWS region'));

/** The name of a model in the model picker. */
export const modelLabel = z.string().check(z.minLength(1));

/**
 * The most calls of models that one generation may pay. After two answers without an image, the request is the likely cause, and no
 * other model or region is tried.
 */
export const MAX_PAID_CALLS = 2;

const common = {
  /** Price of one generation, in credits. */
  cost: z.int('cost must be a whole number').check(z.minimum(1, 'cost must be at least 1')),
  /** AWS's list price of one image, in US dollars. Used only for the metric ModelSpend. */
  usdPerImage: z.optional(z.number().check(z.minimum(0, 'usdPerImage must be 0 or more'))),
  /** The AWS account's quota for this model in each of its regions, in requests per minute. */
  requestsPerMinute: z.optional(
    z
      .int('requestsPerMinute must be a whole number')
      .check(z.minimum(1, 'requestsPerMinute must be at least 1')),
  ),
};

export const imageModel = z.object({
  /** Bedrock model id, e.g. `stability.stable-image-core-v1:1`. */
  id: z.string().check(z.minLength(1)),
  /** AWS region of the model. It can differ from the stack's region. */
  region,
  /** The request schema of the model. */
  schema: z.enum(['stability']),
  /** The MCP server names the models with their prices. */
  label: modelLabel,
  ...common,
});
export type ImageModel = z.infer<typeof imageModel>;

export const uniqueIds = () =>
  z.refine<{ id: string }[]>(
    (models) => new Set(models.map((model) => model.id)).size === models.length,
    'a model id appears twice',
  );

export const atLeastOne = () => z.minLength(1, 'the pool needs at least one model');

export const modelPool = z.array(imageModel).check(atLeastOne(), uniqueIds());

/** A US inference profile can be called from these regions, and moves images between them. */
export const PROFILE_REGIONS = ['us-west-2', 'us-east-1', 'us-east-2'];

/** The foundation model of an inference profile: `us.stability.x` -> `stability.x`. */
export function toFoundationModelId(profileId: string): string {
  return profileId.slice(profileId.indexOf('.') + 1);
}

/** The services that edits use, one for each operation; `inpaint` and `replace` replace by a mask and by words. */
export const EDIT_SERVICES = ['erase', 'inpaint', 'replace', 'recolor', 'outpaint', 'upscale'] as const;
export type EditService = (typeof EDIT_SERVICES)[number];

/** What a service makes of an image. `cutout`: the image without its background. */
const imageService = z.enum([...referenceUse.options, 'cutout', ...EDIT_SERVICES]);
export type ImageService = z.infer<typeof imageService>;

export function isEditService(service: ImageService): service is EditService {
  return EDIT_SERVICES.some((each) => each === service);
}

export const serviceModel = z.object({
  /** Id of a geographic inference profile, e.g. `us.stability.stable-image-style-guide-v1:0`. */
  id: z.string().check(z.regex(/^us\.[a-z]/, 'id must be a US inference profile, e.g. us.stability.MODEL')),
  service: imageService,
  /** AWS regions to call the profile from, in the order they are tried. Each region has its own quota. All if not set. */
  regions: z._default(
    z.array(z.enum(PROFILE_REGIONS, `each region must be one of ${PROFILE_REGIONS.join(', ')}`)).check(
      z.minLength(1, 'a service needs at least one region'),
      z.refine<string[]>((regions) => new Set(regions).size === regions.length, 'a region appears twice'),
    ),
    PROFILE_REGIONS,
  ),
  ...common,
});
export type ServiceModel = z.infer<typeof serviceModel>;

/** AWS's list price of a text model, in US dollars per million tokens. Used only for the metric ModelSpend. */
export const tokenPrice = z.object({
  input: z.number().check(z.minimum(0, 'input must be 0 or more')),
  output: z.number().check(z.minimum(0, 'output must be 0 or more')),
});
type TokenPrice = z.infer<typeof tokenPrice>;

/** @returns the price of one call, in US dollars. */
export function priceTokens(
  { input, output }: TokenPrice,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number {
  return (input * inputTokens + output * outputTokens) / 1_000_000;
}

/** The text model of prompt assistance. */
export const promptModel = z.object({
  /** Id of a geographic inference profile, e.g. `us.amazon.nova-micro-v1:0`. */
  id: z.string().check(z.regex(/^us\.[a-z]/, 'id must be a US inference profile, e.g. us.amazon.MODEL')),
  /** AWS region to call the profile from. */
  region: z.enum(PROFILE_REGIONS, `region must be one of ${PROFILE_REGIONS.join(', ')}`),
  usdPerMillionTokens: z.optional(tokenPrice),
});
export type PromptModel = z.infer<typeof promptModel>;

/** Empty where the stage offers no references. */
export const servicePool = z.array(serviceModel).check(uniqueIds());
