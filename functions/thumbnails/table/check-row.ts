import type { TransactItem } from '../../platform/dynamodb-writes.ts';
import { absent, allOf, buildCondition, type Condition, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import type { GenerationKey } from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/** Requires a finished thumbnail. A cut-out and an edit have a kind. */
export const IS_THUMBNAIL = allOf(equals('status', 'succeeded'), absent('kind'));

/** Creates the check of a row in a transaction. A refused check returns the row. */
export function checkRow(key: GenerationKey, condition: Condition): TransactItem {
  return {
    ConditionCheck: {
      ...atKey(THUMBNAILS, key),
      ...buildCondition(condition),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
