/** The request of an edit, and its responses. */
import * as z from 'zod/mini';
import { requiredText, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { createdEdit } from './edit-schemas.ts';
import { linePosition } from './generation-schemas.ts';
import { readThumbnailRequest } from './thumbnail-requests.ts';

const unknownFields = {
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `operation has an unknown field: ${issue.keys?.join(', ')}`
      : 'operation must be an object',
};

/**
 * A mask is a PNG with 8-bit grey in base64, as large as the base. White marks the pixels to change. `functions/thumbnails/edits/mask.ts` reads the
 * mask.
 */
const mask = z
  .string('operation.mask must be a PNG as base64')
  .check(
    z.maxLength(
      Math.ceil(LIMITS.maskBytes / 3) * 4,
      `operation.mask must be at most ${LIMITS.maskBytes / 1024} KB`,
    ),
  );

const prompt = requiredText('operation.prompt', LIMITS.promptLength);
/** A short description of a thing in the image. */
const find = requiredText('operation.find', LIMITS.editFindLength);

const margin = (name: string) =>
  z
    .int(`operation.${name} must be a whole number`)
    .check(
      z.minimum(0, `operation.${name} must be at least 0`),
      z.maximum(LIMITS.editMargin, `operation.${name} must be at most ${LIMITS.editMargin}`),
    );

/** The operations without their masks. `editSummary` has the same fields, which are stored and shown. */
const erase = { kind: z.literal('erase') };
const recolor = { kind: z.literal('recolor'), find, prompt };
const upscale = { kind: z.literal('upscale') };
const replace = { kind: z.literal('replace'), find: z.optional(find), prompt };
/** The margins are in pixels of the base. */
const fill = {
  kind: z.literal('fill'),
  left: margin('left'),
  right: margin('right'),
  up: margin('up'),
  down: margin('down'),
  prompt: z.optional(prompt),
};

export const editOperation = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ ...erase, mask }, unknownFields),
    z
      .strictObject({ ...replace, mask: z.optional(mask) }, unknownFields)
      .check(
        z.refine(
          (operation) => (operation.mask === undefined) !== (operation.find === undefined),
          'operation must have either mask or find',
        ),
      ),
    z.strictObject(recolor, unknownFields),
    z
      .strictObject(fill, unknownFields)
      .check(
        z.refine(
          ({ left, right, up, down }) => left + right + up + down > 0,
          'operation must have a margin above 0',
        ),
      ),
    z.strictObject(upscale, unknownFields),
  ],
  'operation.kind must be erase, replace, recolor, fill or upscale',
);
export type EditOperation = z.infer<typeof editOperation>;

export const createEditRequest = z.object(
  {
    /** The idempotency key of the request, which becomes the id of the edit. */
    editId: z.optional(uuid('editId')),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    thumbnailId: uuid('thumbnailId'),
    /** The image that the edit starts from: the thumbnail's original image, or the image of one of its edits. */
    baseId: uuid('baseId'),
    operation: editOperation,
  },
  'the body must be a JSON object',
);

/** The response with status 202. `GET /api/thumbnails/{id}` with the id of the edit then returns the state of the edit. */
export const waitingEdit = z.object({ editId: z.string(), status: z.literal('waiting'), ...linePosition });
export const createEditResponse = z.union([createdEdit, waitingEdit]);

export const createEditSchemas = {
  body: createEditRequest,
  bodyBytes: LIMITS.editRequestBytes,
  response: createEditResponse,
};

/** The key of the public API identifies the user, a header has the id, and the path has the thumbnail. */
export const publicEditSchemas = {
  ...createEditSchemas,
  params: readThumbnailRequest,
  body: z.extend(
    z.omit(createEditRequest, { userId: true, editId: true, thumbnailId: true }),
    /** The image that the edit starts from. @default the thumbnail's original image */
    { baseId: z.optional(uuid('baseId')) },
  ),
};
