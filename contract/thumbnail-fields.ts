import * as z from 'zod/mini';
import { oneLine } from './fields.ts';
import { LIMITS } from './limits.ts';
import { thumbnailReference } from './reference-schemas.ts';

/** A favorite of the creator. The winner of a test of several thumbnails is a favorite with a label. */
export const favorite = z.enum(['starred', 'winner']);

/** What the API returns about a thumbnail in every state: in the list, by its id and in an export of the account. */
export const thumbnailFields = z.object({
  id: z.string(),
  prompt: z.string(),
  negativePrompt: z.optional(z.string()),
  /** The model that made the image; until there is one, the model that was requested. */
  model: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Only of a succeeded generation. */
  reference: z.optional(thumbnailReference),
  /** What the creator calls it. */
  name: z.optional(z.string()),
  favorite: z.optional(favorite),
});
export type ThumbnailFields = z.infer<typeof thumbnailFields>;

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
export const updateThumbnailResponse = z.pick(thumbnailFields, { name: true, favorite: true });
export type UpdateThumbnailResponse = z.infer<typeof updateThumbnailResponse>;
