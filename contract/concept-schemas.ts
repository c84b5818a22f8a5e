/** The request and response of concepts: ideas for a video's title, headline and thumbnail. */
import * as z from 'zod/mini';
import { multilineText, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

export const suggestConceptsRequest = z
  .object(
    {
      script: z.optional(
        multilineText('script', LIMITS.scriptLength).check(z.minLength(1, 'script must not be empty')),
      ),
      /** Concepts for a thumbnail, from its prompt and its texts. */
      thumbnailId: z.optional(uuid('thumbnailId')),
    },
    'the body must be a JSON object with script or thumbnailId',
  )
  .check(
    z.refine(
      ({ script, thumbnailId }) => (script === undefined) !== (thumbnailId === undefined),
      'the body must have either script or thumbnailId',
    ),
  );

const concept = z.object({ title: z.string(), headline: z.string(), prompt: z.string() });
export type Concept = z.infer<typeof concept>;

/** Three of them. Each keeps the limits of `LIMITS`. */
export const suggestConceptsResponse = z.object({ concepts: z.array(concept) });

export const suggestConceptsSchemas = {
  body: suggestConceptsRequest,
  bodyBytes: LIMITS.scriptRequestBytes,
  response: suggestConceptsResponse,
};
