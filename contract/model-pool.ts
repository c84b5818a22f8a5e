/**
 * The image models of a stage, in the order in which they are tried. infra writes the pools into the environment of the functions, which
 * parse the pools with the same schemas. Lambda limits the size of an environment, so the schemas have only the fields that functions read.
 * The fields that only the site shows are in infra/stages/model-pool.ts.
 */
import * as z from 'zod/mini';
import { referenceUse } from './reference-use.ts';

const region = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region must be an AWS region'));

/** The name of a model in the model picker. */
export const modelLabel = z.string().check(z.minLength(1));

/**
 * The most paid calls of models in one generation. After two answers without an image, the request is the likely cause, so no other model
 * or region is tried.
 */
export const MAX_PAID_CALLS = 2;

const common = {
  /** Price of one generation, in credits. */
  cost: z.int('cost must be a whole number').check(z.minimum(1, 'cost must be at least 1')),
  /** AWS's list price of one image, in US dollars. Only the metric ModelSpend uses it. */
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
  /** The AWS region of the model. The region can differ from the stack's region. */
  region,
  /** The request schema of the model. */
  schema: z.enum(['stability']),
  /** The name of the model. The MCP server lists the names with their prices. */
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

/** The regions that can call a US inference profile. The profile moves images between these regions. */
export const PROFILE_REGIONS = ['us-west-2', 'us-east-1', 'us-east-2'];

/** Returns the foundation model of an inference profile: `us.stability.x` -> `stability.x`. */
export function toFoundationModelId(profileId: string): string {
  return profileId.slice(profileId.indexOf('.') + 1);
}

/** The services that edits use, one for each operation. `inpaint` replaces the area of a mask; `replace` replaces a described thing. */
export const EDIT_SERVICES = ['erase', 'inpaint', 'replace', 'recolor', 'outpaint', 'upscale'] as const;
export type EditService = (typeof EDIT_SERVICES)[number];

/** The uses of a service. `cutout`: removes the background of an image. */
const imageService = z.enum([...referenceUse.options, 'cutout', ...EDIT_SERVICES]);
export type ImageService = z.infer<typeof imageService>;

export function isEditService(service: ImageService): service is EditService {
  return EDIT_SERVICES.some((each) => each === service);
}

export const serviceModel = z.object({
  /** Id of a geographic inference profile, e.g. `us.stability.stable-image-style-guide-v1:0`. */
  id: z.string().check(z.regex(/^us\.[a-z]/, 'id must be a US inference profile, e.g. us.stability.MODEL')),
  service: imageService,
  /**
   * The AWS regions that call the profile, in the order in which they are tried. Each region has its own quota. @default all regions of the
   * profile
   */
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

/** The services of a stage. The pool is empty if the stage offers no references. */
export const servicePool = z.array(serviceModel).check(uniqueIds());
