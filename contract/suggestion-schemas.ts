/**
 * The requests and responses of what a text model suggests: concepts, which are ideas for a video's title, headline and
 * thumbnail; and the edit that a sentence of a creator asks for. Nothing runs by itself.
 */
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from './design-limits.ts';
import { atMost, requiredText, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

export const suggestConceptsRequest = z
  .object(
    {
      script: z.optional(requiredText('script', LIMITS.scriptLength)),
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

export const suggestEditRequest = z.object(
  {
    thumbnailId: uuid('thumbnailId'),
    instruction: requiredText('instruction', LIMITS.instructionLength),
  },
  'the body must be a JSON object',
);

/** What the image shows, in a few words. */
const find = requiredText('find', LIMITS.editFindLength);
const prompt = requiredText('prompt', LIMITS.promptLength);
/** What the room beside the image shows. */
export const fillPrompt = prompt;
const words = z.string().check(
  atMost(DESIGN_LIMITS.textLength, 'text'),
  z.regex(/\S/),
  z.refine((value) => value.isWellFormed()),
  z.regex(/^[\n\P{Cc}]*$/u),
);

/** The suggestions that the text model may make as they are. `find` of an erasure is what the creator paints over. */
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
    /** For the selected text, or for the largest one. In the order in which they apply. */
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
    /** One sentence without a link. */
    question: requiredText('question', LIMITS.questionLength).check(
      z.refine((value) => !/:\/\/|www\.|[\n\t]/i.test(value)),
    ),
  }),
] as const;

const margin = z.int().check(z.minimum(0), z.maximum(LIMITS.editMargin));

export const editSuggestion = z.discriminatedUnion('kind', [
  ...modelSuggestions,
  /** In pixels of the thumbnail's own image. With the margins it is 16:9, up to a rounded pixel. */
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
