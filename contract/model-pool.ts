/**
 * The image models of a stage, in the order they are tried. infra writes the pool into the environment of the
 * functions, which parse it with the same schema.
 */
import * as z from 'zod/mini';

export const imageModel = z.object({
  /** Bedrock model id, e.g. `stability.stable-image-core-v1:1`. */
  id: z.string().check(z.minLength(1)),
  /** AWS region of the model. It can differ from the stack's region. */
  region: z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region must be an AWS region')),
  /** The request schema of the model. */
  schema: z.enum(['stability']),
  /** The name in the model picker. */
  label: z.string().check(z.minLength(1)),
  /** Price of one generation, in credits. */
  cost: z.int('cost must be a whole number').check(z.minimum(1, 'cost must be at least 1')),
  /** AWS's list price of one image, in US dollars. Used only for the metric ModelSpend. */
  usdPerImage: z.optional(z.number().check(z.minimum(0, 'usdPerImage must be 0 or more'))),
  /** The AWS account's quota for this model, in requests per minute. */
  requestsPerMinute: z.optional(
    z
      .int('requestsPerMinute must be a whole number')
      .check(z.minimum(1, 'requestsPerMinute must be at least 1')),
  ),
});
export type ImageModel = z.infer<typeof imageModel>;

export const modelPool = z.array(imageModel).check(
  z.minLength(1, 'the pool needs at least one model'),
  z.refine<ImageModel[]>(
    (models) => new Set(models.map((model) => model.id)).size === models.length,
    'a model id appears twice',
  ),
);
