import * as z from 'zod/mini';
import { findItem } from '../../platform/dynamodb-reads.ts';
import { deleteItem, type TransactItem } from '../../platform/dynamodb-writes.ts';
import { absent, buildCondition, equals } from '../../platform/expressions.ts';
import { atKey, openTable } from '../../platform/tables.ts';

const BRAND_KITS = openTable('brandKits');

/** The row of a brand. The brand is stored as JSON, like a design. */
const brandRow = z.object({ userId: z.string(), brand: z.string(), version: z.int() });
export type BrandRow = z.infer<typeof brandRow>;

/** @returns undefined if the user has never saved a brand. */
export async function findBrandRow(userId: string): Promise<BrandRow | undefined> {
  const item = await findItem(BRAND_KITS, { userId });
  return item && brandRow.parse(item);
}

/**
 * Creates the write of a brand. The write fails, and returns the existing item, if the item has another revision than the caller has read.
 * The revision is 0 if the caller has read no brand.
 */
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
