import * as z from 'zod/mini';
import { atMost, oneLine, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { EVERYONE, readBy, selectSchemas } from './readers.ts';
import { referenceUse, thumbnailReference } from './reference-schemas.ts';

/** A favorite of the creator. The winner of a test of several thumbnails is a favorite with a label. */
export const favorite = z.enum(['starred', 'winner']);

/**
 * The fields of a thumbnail in every state, and who reads each of them: its owner in the list and by its id (`page`), an export
 * of the account, and programs in the list and by its id (`publicApi`).
 */
export const THUMBNAIL_FIELDS = {
  id: readBy(EVERYONE, z.string()),
  prompt: readBy(EVERYONE, z.string()),
  negativePrompt: readBy(EVERYONE, z.optional(z.string())),
  /** The model that made the image; until there is one, the model that was requested. */
  model: readBy(EVERYONE, z.string()),
  /** ISO 8601, UTC. */
  createdAt: readBy(EVERYONE, z.string()),
  /** Only of a succeeded generation. */
  reference: readBy(EVERYONE, z.optional(thumbnailReference)),
  /** What the creator calls it. */
  name: readBy(EVERYONE, z.optional(z.string())),
  favorite: readBy(EVERYONE, z.optional(favorite)),
};

/** What a creator changes about a thumbnail in the library. `null` removes it, an absent field stays. */
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

/** Both as they are now. */
export const updateThumbnailResponse = z.pick(z.object(selectSchemas(THUMBNAIL_FIELDS, 'page')), {
  name: true,
  favorite: true,
});
export type UpdateThumbnailResponse = z.infer<typeof updateThumbnailResponse>;

/** A time as rows have it, with milliseconds: times are compared as text. */
const time = (name: string) =>
  z.pipe(
    z.iso.datetime(`${name} must be a time in ISO 8601, UTC`),
    z.transform((value) => new Date(value).toISOString()),
  );

/** What a list of thumbnails may be limited to. Times are of the creation. */
export const thumbnailFilter = z.object({
  /** Words that the prompt, the name and the texts of the design contain, all of them. */
  search: z.optional(z.string().check(atMost(LIMITS.searchLength, 'search'))),
  /** Only favorites. */
  favorite: z.optional(z.literal('true', 'favorite must be true')),
  model: z.optional(z.string().check(z.maxLength(100, 'model must be at most 100 characters'))),
  reference: z.optional(
    z.enum(['none', 'video', ...referenceUse.options], 'reference must be none, video, style or layout'),
  ),
  from: z.optional(time('from')),
  to: z.optional(time('to')),
  sort: z.optional(z.enum(['newest', 'oldest'], 'sort must be newest or oldest')),
});
export type ThumbnailFilter = z.infer<typeof thumbnailFilter>;

/** The thumbnail that a path names. */
export const readThumbnailRequest = z.object({ id: uuid('id') });

export const deleteThumbnailResponse = z.object({ deleted: z.literal(true) });

export const updateThumbnailSchemas = {
  params: readThumbnailRequest,
  body: updateThumbnailRequest,
  response: updateThumbnailResponse,
};
export const deleteThumbnailSchemas = { params: readThumbnailRequest, response: deleteThumbnailResponse };
