import * as z from 'zod/mini';
import { EVERYONE, readBy } from './readers.ts';
import { thumbnailReference } from './reference-schemas.ts';

/** A favorite of the creator. The winner of a test of several thumbnails is a favorite with a label. */
export const favorite = z.enum(['starred', 'winner']);

/**
 * The fields of a thumbnail in every state, with their readers: the pages show the list and the single thumbnail to the owner (`page`), an
 * export contains the account (`export`), and programs read the list and the single thumbnail (`publicApi`).
 */
export const THUMBNAIL_FIELDS = {
  id: readBy(EVERYONE, z.string()),
  prompt: readBy(EVERYONE, z.string()),
  negativePrompt: readBy(EVERYONE, z.optional(z.string())),
  /** The model that made the image. Before the image exists, the model that was requested. */
  model: readBy(EVERYONE, z.string()),
  /** The time of creation (ISO 8601, UTC). */
  createdAt: readBy(EVERYONE, z.string()),
  /** The reference. Only a succeeded generation has it. */
  reference: readBy(EVERYONE, z.optional(thumbnailReference)),
  /** The id of the set: the thumbnails that were requested by one press. */
  setId: readBy(EVERYONE, z.optional(z.string())),
  /** The name that the creator gave the thumbnail, or the idea of a prompt with a link. */
  name: readBy(EVERYONE, z.optional(z.string())),
  favorite: readBy(EVERYONE, z.optional(favorite)),
};
