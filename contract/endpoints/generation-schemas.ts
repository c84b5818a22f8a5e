/**
 * The request and the response of a generation. They are apart from the other schemas, because each schema takes time at the start of a
 * function.
 */
import * as z from 'zod/mini';
import { multilineText, requiredText, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { hasVisibleCharacter } from '../visible-text.ts';
import { referenceRequest } from './reference-schemas.ts';

export const generateThumbnailRequest = z.object(
  {
    /**
     * If the prompt has a link to a video or a channel, the other words are the idea. If the prompt has no other words, the title of the
     * video is the idea.
     */
    prompt: requiredText('prompt', LIMITS.promptLength),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** The words to avoid. A text without a visible character counts as absent, because a model may refuse an empty text. */
    negativePrompt: z.optional(
      z.pipe(
        multilineText('negativePrompt', LIMITS.negativePromptLength),
        z.transform((value) => (hasVisibleCharacter(value) ? value : undefined)),
      ),
    ),
    /** The idempotency key. The browser makes a new key for each press of Generate. */
    generationId: z.optional(uuid('generationId')),
    /** The requested model. Has no effect on a generation with a reference, which uses the reference models. */
    model: z.optional(z.string('model must be text')),
    /** The reference. @default the video of the link in the prompt, if the prompt has a link */
    reference: z.optional(referenceRequest),
    /** The set of the thumbnail. The thumbnails that one press requests have the same id, which the caller makes. */
    setId: z.optional(uuid('setId')),
  },
  'the body must be a JSON object',
);
export type GenerateThumbnailRequest = z.infer<typeof generateThumbnailRequest>;

/** The place of a waiting generation in the waiting line of its models. Both fields are absent if the place could not be counted. */
export const linePosition = {
  /** The number of generations in front of the generation. */
  ahead: z.optional(z.number()),
  /** The estimated time until the image is ready, in seconds. */
  estimatedSeconds: z.optional(z.number()),
};

/** The response with status 200. */
export const generatedThumbnail = z.object({
  imageURL: z.string(),
  /** The URL of a WebP that is `LIMITS.previewWidth` wide. Absent while the thumbnail has no preview. */
  previewURL: z.optional(z.string()),
  generationId: z.string(),
  /** The name of a thumbnail whose prompt has a link: the other words, or else the title of the video. Absent without a link. */
  name: z.optional(z.string()),
});
/** The response with status 202: every model is busy, and the generation waits in line. */
export const waitingGeneration = z.object({
  generationId: z.string(),
  status: z.literal('waiting'),
  ...linePosition,
});
export type WaitingGeneration = z.infer<typeof waitingGeneration>;
export const generateThumbnailResponse = z.union([generatedThumbnail, waitingGeneration]);
export type GenerateThumbnailResponse = z.infer<typeof generateThumbnailResponse>;

export const generateThumbnailSchemas = {
  body: generateThumbnailRequest,
  response: generateThumbnailResponse,
};

/** The key of the public API identifies the user, and a header has the id. */
export const publicGenerationSchemas = {
  ...generateThumbnailSchemas,
  body: z.omit(generateThumbnailRequest, { userId: true, generationId: true }),
};
