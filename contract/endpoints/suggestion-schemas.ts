/**
 * The requests and responses of the text model's suggestions. A concept suggests a video's title, headline and thumbnail. Another
 * suggestion is the edit that a creator describes in a sentence. A suggestion has no effect until the creator accepts it.
 */
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from '../design/design-limits.ts';
import { atMost, requiredText, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const suggestConceptsRequest = z
  .object(
    {
      script: z.optional(requiredText('script', LIMITS.scriptLength)),
      /** The thumbnail that the concepts are for. Its prompt and its texts are the source. */
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

export const suggestConceptsResponse = z.object({
  /** The three concepts. Each concept keeps the limits in `LIMITS`. */
  concepts: z.array(concept),
  /** The requests that the user can still make in this window of the limit. */
  left: z.int(),
});

export const suggestEditRequest = z.object(
  {
    thumbnailId: uuid('thumbnailId'),
    instruction: requiredText('instruction', LIMITS.instructionLength),
  },
  'the body must be a JSON object',
);

/** A short description of a thing in the image. */
const find = requiredText('find', LIMITS.editFindLength);
const prompt = requiredText('prompt', LIMITS.promptLength);
/** A description of the added areas beside the image. */
export const fillPrompt = prompt;
const words = z.string().check(
  atMost(DESIGN_LIMITS.textLength, 'text'),
  z.regex(/\S/),
  z.refine((value) => value.isWellFormed()),
  z.regex(/^[\n\P{Cc}]*$/u),
);

/**
 * The suggestions that the text model may return without a change. `find` of an erasure describes the thing that the creator must paint
 * over.
 */
export const modelSuggestions = [
  z.strictObject({ kind: z.literal('erase'), find: z.optional(find), needsMask: z.literal(true) }),
  z
    .strictObject({
      kind: z.literal('replace'),
      find: z.optional(find),
      prompt,
      needsMask: z.optional(z.literal(true)),
    })
    .check(z.refine((edit) => (edit.find === undefined) === (edit.needsMask === true))),
  z.strictObject({ kind: z.literal('recolor'), find, prompt }),
  z.strictObject({ kind: z.literal('upscale') }),
  z.strictObject({
    kind: z.literal('design'),
    /** The changes of the selected text, or else of the largest text, in the order in which they apply. */
    changes: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({
            kind: z.literal('resize'),
            factor: z.number().check(z.minimum(0.25), z.maximum(4)),
          }),
          z.strictObject({ kind: z.literal('move'), direction: z.enum(['left', 'right', 'up', 'down']) }),
          z.strictObject({ kind: z.literal('color'), color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)) }),
          z.strictObject({ kind: z.literal('words'), text: words }),
          z.strictObject({ kind: z.literal('remove') }),
          z.strictObject({ kind: z.literal('add'), text: words }),
        ]),
      )
      .check(z.minLength(1), z.maxLength(LIMITS.designChanges)),
  }),
  z.strictObject({
    kind: z.literal('unclear'),
    /** The question is one sentence without a link. */
    question: requiredText('question', LIMITS.questionLength).check(
      z.refine((value) => !/:\/\/|www\.|[\n\t]/i.test(value)),
    ),
  }),
] as const;

const margin = z.int().check(z.minimum(0), z.maximum(LIMITS.editMargin));

export const editSuggestion = z.discriminatedUnion('kind', [
  ...modelSuggestions,
  /** The margins are in pixels of the thumbnail's original image. Together with the margins, the image is 16:9, up to a rounded pixel. */
  z.strictObject({
    kind: z.literal('fill'),
    left: margin,
    right: margin,
    up: margin,
    down: margin,
    prompt: z.optional(fillPrompt),
  }),
]);
export type EditSuggestion = z.infer<typeof editSuggestion>;

export const suggestEditResponse = z.object({ suggestion: editSuggestion });

export const suggestEditSchemas = { body: suggestEditRequest, response: suggestEditResponse };
export const suggestConceptsSchemas = {
  body: suggestConceptsRequest,
  bodyBytes: LIMITS.scriptRequestBytes,
  response: suggestConceptsResponse,
};
