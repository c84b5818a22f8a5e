/** The requests and responses of designs and cut-outs. */
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from '../design/design-limits.ts';
import { design, readVersion } from '../design/design.ts';
import { base64, oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { deleteThumbnailResponse, readThumbnailRequest } from './thumbnail-requests.ts';

/** A JPEG of the size `DESIGN_LIMITS.preview`. */
const preview = base64('preview', DESIGN_LIMITS.preview.bytes);

export const saveDesignRequest = z.object(
  {
    design,
    version: readVersion,
    /** A small picture of the design. Without it, lists show the image without the design. */
    preview: z.optional(preview),
  },
  'the body must be a JSON object',
);

/** The response with the new version. */
export const saveDesignResponse = z.object({ version: z.number() });

export const createCutoutRequest = z.object(
  {
    /** The id of an uploaded reference image. */
    referenceId: uuid('referenceId'),
    userId: z.string('userId must be text').check(z.minLength(1, 'userId must not be empty')),
    /** The idempotency key of the request, which becomes the id of the cut-out. */
    generationId: z.optional(uuid('generationId')),
    /** Stores a PNG unchanged, as a picture. No model is called and no credit is taken. @default false */
    keepsBackground: z.optional(z.boolean('keepsBackground must be true or false')),
    /** The name of the new cut-out. */
    name: z.optional(oneLine('name', LIMITS.cutoutNameLength)),
  },
  'the body must be a JSON object',
);

export const createCutoutResponse = z.object({ cutoutId: z.string(), url: z.string() });

/** The name of a cut-out, e.g. "shocked", and the person that it shows, e.g. "me". */
const cutoutNames = z.object({ name: z.optional(z.string()), person: z.optional(z.string()) });

/** The newest cut-outs, newest first, at most `LIMITS.listedCutouts`. */
export const listCutoutsResponse = z.object({
  cutouts: z.array(
    z.object({
      id: z.string(),
      /** The URL of a PNG with transparency. */
      url: z.string(),
      /** True if the background was not removed. */
      isPicture: z.boolean(),
      /** True if the file of the picture has a mark of AI, so that a design with the picture is a composite. @default false */
      isMarked: z.optional(z.boolean()),
      ...cutoutNames.shape,
      /** The width of the image, in pixels. */
      width: z.number(),
      height: z.number(),
      /** The time of creation (ISO 8601, UTC). */
      createdAt: z.string(),
    }),
  ),
});
export type ListCutoutsResponse = z.infer<typeof listCutoutsResponse>;

const cutoutName = (field: string) => z.optional(z.nullable(oneLine(field, LIMITS.cutoutNameLength)));

/** The changes of a cut-out's name and person. `null` removes a value. An absent field keeps its value. */
export const updateCutoutRequest = z
  .object({ name: cutoutName('name'), person: cutoutName('person') }, 'the body must be a JSON object')
  .check(
    z.refine(
      ({ name, person }) => name !== undefined || person !== undefined,
      'name or person must be given',
    ),
  );
export type UpdateCutoutRequest = z.infer<typeof updateCutoutRequest>;

/** The response with both values after the change. */
export const updateCutoutResponse = cutoutNames;
export type CutoutNames = z.infer<typeof cutoutNames>;

export const saveDesignSchemas = {
  params: readThumbnailRequest,
  body: saveDesignRequest,
  bodyBytes: DESIGN_LIMITS.requestBytes,
  response: saveDesignResponse,
};
export const createCutoutSchemas = { body: createCutoutRequest, response: createCutoutResponse };
export const listCutoutsSchemas = { response: listCutoutsResponse };
export const updateCutoutSchemas = {
  params: readThumbnailRequest,
  body: updateCutoutRequest,
  response: updateCutoutResponse,
};
export const deleteCutoutSchemas = { params: readThumbnailRequest, response: deleteThumbnailResponse };
