import * as z from 'zod/mini';
import { thumbnailReference } from './reference-schemas.ts';

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
});
export type ThumbnailFields = z.infer<typeof thumbnailFields>;
