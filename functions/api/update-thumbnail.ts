import { updateThumbnailSchemas } from '#contract/thumbnail-fields.ts';
import type { UpdateThumbnailRequest, UpdateThumbnailResponse } from '#contract/thumbnail-fields.ts';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { tryUpdate } from '../platform/dynamodb-writes.ts';
import { CodedError } from '../platform/errors.ts';
import { absent, allOf, buildUpdate, equals } from '../platform/expressions.ts';
import { atKey } from '../platform/tables.ts';
import { type GenerationKey, parseGeneration, THUMBNAILS } from '../thumbnails/table/rows.ts';

/**
 * Changes the name and the favorite mark of a succeeded thumbnail. Idempotent.
 * @returns both values after the change.
 * @throws `not_found` for an unknown id, another user's thumbnail, a deleted thumbnail, a thumbnail that has not succeeded, an edit and a
 * cut-out.
 */
async function updateThumbnail(
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

/** PATCH /api/thumbnails/{id}: changes the name and the favorite mark of one of the caller's thumbnails. */
export const handler = apiHandler(
  'updateThumbnail',
  updateThumbnailSchemas,
  async ({ userId, params, body }) => {
    // The update counts like a save of the design, because it consumes write units for the whole row.
    await Promise.all([
      enforceRateLimit('designSaves', userId),
      enforceRateLimit('dailyDesignSaves', userId),
    ]);
    return updateThumbnail({ userId, generationId: params.id }, body);
  },
);
