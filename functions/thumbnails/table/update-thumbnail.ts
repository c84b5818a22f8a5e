import type {
  UpdateThumbnailRequest,
  UpdateThumbnailResponse,
} from '#contract/endpoints/thumbnail-requests.ts';
import { absent } from '../../platform/expressions.ts';
import type { GenerationKey } from './rows.ts';
import { updateSucceeded } from './update-succeeded.ts';

/**
 * Changes the name and the favorite mark of a succeeded thumbnail. Idempotent.
 * @returns both values after the change.
 * @throws `not_found` for an unknown id, another user's thumbnail, a deleted thumbnail, a thumbnail that has not succeeded, an edit and a
 * cut-out.
 */
export async function updateThumbnail(
  key: GenerationKey,
  changes: UpdateThumbnailRequest,
): Promise<UpdateThumbnailResponse> {
  const { name, favorite } = await updateSucceeded(key, changes, absent('kind'));
  return { name, favorite };
}
