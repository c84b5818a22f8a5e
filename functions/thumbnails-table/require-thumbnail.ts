import { NotFoundError } from '../shared/errors.ts';
import { findGeneration } from './queries.ts';
import type { GenerationKey, SucceededGeneration } from './rows.ts';

/** @throws NotFoundError unless the user has a succeeded thumbnail with this id. A cut-out and an edit are none. */
export async function requireThumbnail(key: GenerationKey): Promise<SucceededGeneration> {
  const found = await findGeneration(key);
  if (found?.status !== 'succeeded' || found.kind !== undefined) throw new NotFoundError();
  return found;
}
