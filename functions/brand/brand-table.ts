import * as z from 'zod/mini';
import { findItem } from '../shared/dynamodb-reads.ts';
import { deleteItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, buildCondition, equals } from '../shared/expressions.ts';
import { atKey, openTable } from '../shared/tables.ts';

const BRAND_KITS = openTable('brandKits');

/** The brand is JSON, as a design is. */
const brandRow = z.object({ userId: z.string(), brand: z.string(), version: z.int() });
export type BrandRow = z.infer<typeof brandRow>;

/** @returns undefined for a user who has never saved a brand. */
export async function findBrandRow(userId: string): Promise<BrandRow | undefined> {
  const item = await findItem(BRAND_KITS, { userId });
  return item && brandRow.parse(item);
}

/** The write of a brand. It fails, with the existing item, unless that has the revision that the caller has read; 0 for none. */
export function brandWrite(row: BrandRow, revision: number): TransactItem {
  const isRevisionRead = revision === 0 ? absent('version') : equals('version', revision);
  return {
    Put: {
      TableName: BRAND_KITS.TableName,
      Item: row,
      ...buildCondition(isRevisionRead),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Deletes the brand of a user. Idempotent. */
export async function deleteBrand(userId: string): Promise<void> {
  await deleteItem(atKey(BRAND_KITS, { userId }));
}
