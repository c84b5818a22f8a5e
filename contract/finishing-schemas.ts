/** The requests and responses of designs and cut-outs. */
import * as z from 'zod/mini';
import { design } from './design.ts';
import { uuid } from './fields.ts';

/** The largest version that has a next one: a greater whole number is not exact. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER - 1;

export const saveDesignRequest = z.object(
  {
    design,
    /** The version that was last read; 0 for none. */
    version: z
      .int('version must be a whole number')
      .check(
        z.minimum(0, 'version must be at least 0'),
        z.maximum(MAX_VERSION, `version must be at most ${MAX_VERSION}`),
      ),
  },
  'the body must be a JSON object',
);

/** The new version. */
export const saveDesignResponse = z.object({ version: z.number() });

export const createCutoutRequest = z.object(
  {
    /** An uploaded reference image. */
    referenceId: uuid('referenceId'),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** An idempotency key, and the id of the cut-out. */
    generationId: z.optional(uuid('generationId')),
  },
  'the body must be a JSON object',
);

export const createCutoutResponse = z.object({ cutoutId: z.string(), url: z.string() });

/** The newest `LIMITS.listedCutouts`, newest first. */
export const listCutoutsResponse = z.object({
  cutouts: z.array(
    z.object({
      id: z.string(),
      /** A PNG with transparency. */
      url: z.string(),
      /** In pixels. */
      width: z.number(),
      height: z.number(),
      /** ISO 8601, UTC. */
      createdAt: z.string(),
    }),
  ),
});
export type ListCutoutsResponse = z.infer<typeof listCutoutsResponse>;
