import { tryUpdate } from '../../platform/dynamodb-writes.ts';
import { CodedError } from '../../platform/errors.ts';
import { allOf, buildUpdate, type Condition, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import { type GenerationKey, parseGeneration, type SucceededGeneration } from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/**
 * Sets attributes of a succeeded generation. `null` removes an attribute, and undefined keeps it. Idempotent.
 * @returns the generation after the change.
 * @throws `not_found` if the generation does not meet the condition, or has not succeeded.
 */
export async function updateSucceeded(
  key: GenerationKey,
  changes: Readonly<Record<string, unknown>>,
  condition: Condition,
): Promise<SucceededGeneration> {
  const entries = Object.entries(changes);
  const { isWritten, item } = await tryUpdate({
    ...atKey(THUMBNAILS, key),
    ...buildUpdate({
      set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
      remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
      if: allOf(equals('status', 'succeeded'), condition),
    }),
    ReturnValues: 'ALL_NEW',
  });
  const generation = isWritten ? parseGeneration(item) : undefined;
  if (generation?.status !== 'succeeded') throw new CodedError('not_found');
  return generation;
}
