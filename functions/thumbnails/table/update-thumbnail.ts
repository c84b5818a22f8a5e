import type {
  UpdateThumbnailRequest,
  UpdateThumbnailResponse,
} from '#contract/endpoints/thumbnail-requests.ts';
import { tryUpdate } from '../../platform/dynamodb-writes.ts';
import { CodedError } from '../../platform/errors.ts';
import { absent, allOf, buildUpdate, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import { type GenerationKey, parseGeneration } from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

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
  if (thumbnail?.status !== 'succeeded') throw new CodedError('not_found');
  const { name, favorite } = thumbnail;
  return { name, favorite };
}
