import type { UpdateThumbnailRequest, UpdateThumbnailResponse } from '../../contract/thumbnail-fields.ts';
import { tryUpdate } from '../shared/dynamodb-writes.ts';
import { NotFoundError } from '../shared/errors.ts';
import { absent, allOf, buildUpdate, equals } from '../shared/expressions.ts';
import { atKey } from '../shared/tables.ts';
import { parseGeneration, THUMBNAILS, type GenerationKey } from '../thumbnails-table/rows.ts';

/**
 * Changes what a creator notes about a succeeded thumbnail. Idempotent.
 * @returns both notes as they are now.
 * @throws NotFoundError for an unknown id, another user's, a deleted thumbnail, one that has not succeeded, an edit and a cut-out.
 */
export async function updateThumbnail(
  key: GenerationKey,
  changes: UpdateThumbnailRequest,
): Promise<UpdateThumbnailResponse> {
  const entries = Object.entries(changes);
  const { isWritten, item } = await tryUpdate({
    ...atKey(THUMBNAILS, key),
    ...buildUpdate({
      set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
      remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
      if: allOf(equals('status', 'succeeded'), absent('kind')),
    }),
    ReturnValues: 'ALL_NEW',
  });
  const thumbnail = isWritten ? parseGeneration(item) : undefined;
  if (thumbnail?.status !== 'succeeded') throw new NotFoundError();
  const { name, favorite } = thumbnail;
  return { name, favorite };
}
