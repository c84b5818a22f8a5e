/** The requests that name one thumbnail or filter the list, and their responses. */
import * as z from 'zod/mini';
import { atMost, oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { referenceUse } from '../reference-use.ts';
import { selectSchemas } from './readers.ts';
import { favorite, THUMBNAIL_FIELDS } from './thumbnail-fields.ts';

/** The changes of a thumbnail in the library. `null` removes a value. An absent field keeps its value. */
export const updateThumbnailRequest = z
  .object(
    {
      name: z.optional(z.nullable(oneLine('name', LIMITS.thumbnailNameLength))),
      favorite: z.optional(
        z.nullable(z.enum(favorite.options, `favorite must be ${favorite.options.join(' or ')}`)),
      ),
    },
    'the body must be a JSON object',
  )
  .check(
    z.refine(
      ({ name, favorite: mark }) => name !== undefined || mark !== undefined,
      'name or favorite must be given',
    ),
  );
export type UpdateThumbnailRequest = z.infer<typeof updateThumbnailRequest>;

/** The response with both values after the change. */
export const updateThumbnailResponse = z.pick(z.object(selectSchemas(THUMBNAIL_FIELDS, 'page')), {
  name: true,
  favorite: true,
});
export type UpdateThumbnailResponse = z.infer<typeof updateThumbnailResponse>;

/** Converts a time to the form of the rows, with milliseconds, because times are compared as text. */
const time = (name: string) =>
  z.pipe(
    z.iso.datetime(`${name} must be a time in ISO 8601, UTC`),
    z.transform((value) => new Date(value).toISOString()),
  );

/** The filters of a list of thumbnails. `from` and `to` limit the time of creation. */
export const thumbnailFilter = z.object({
  /** Words that the prompt, the name and the texts of the design must contain. All words must occur. */
  search: z.optional(z.string().check(atMost(LIMITS.searchLength, 'search'))),
  /** Selects only favorites. */
  favorite: z.optional(z.literal('true', 'favorite must be true')),
  /** Selects only thumbnails whose design finishes them: `contract/design/is-finished.ts`. */
  finished: z.optional(z.literal('true', 'finished must be true')),
  model: z.optional(z.string().check(z.maxLength(100, 'model must be at most 100 characters'))),
  /** Ids of models with commas between them. Selects the thumbnails of all other models. */
  exceptModels: z.optional(
    z.string().check(z.maxLength(2_000, 'exceptModels must be at most 2000 characters')),
  ),
  reference: z.optional(
    z.enum(['none', 'video', ...referenceUse.options], 'reference must be none, video, style or layout'),
  ),
  from: z.optional(time('from')),
  to: z.optional(time('to')),
  sort: z.optional(z.enum(['newest', 'oldest'], 'sort must be newest or oldest')),
});
export type ThumbnailFilter = z.infer<typeof thumbnailFilter>;

/** Names the thumbnail in the path. */
export const readThumbnailRequest = z.object({ id: uuid('id') });

export const deleteThumbnailResponse = z.object({ deleted: z.literal(true) });

export const duplicateThumbnailRequest = z.object(
  {
    /** The idempotency key of the request, which becomes the id of the copy. */
    copyId: uuid('copyId'),
  },
  'the body must be a JSON object',
);

export const duplicateThumbnailResponse = z.object({ id: z.string() });

export const duplicateThumbnailSchemas = {
  params: readThumbnailRequest,
  body: duplicateThumbnailRequest,
  response: duplicateThumbnailResponse,
};
export const updateThumbnailSchemas = {
  params: readThumbnailRequest,
  body: updateThumbnailRequest,
  response: updateThumbnailResponse,
};
export const deleteThumbnailSchemas = { params: readThumbnailRequest, response: deleteThumbnailResponse };
