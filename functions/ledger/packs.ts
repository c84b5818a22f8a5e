import { PACK_IDS, type PackId } from '../../contract/packs.ts';
import { transact } from '../shared/dynamodb-writes.ts';
import { absent, allOf, buildUpdate, present } from '../shared/expressions.ts';
import { earlierPackEntry, insertEntryWrite, type LedgerEntry } from './ledger-table.ts';
import { atUser } from './users-table.ts';

/** By pack: the credits of its purchases that were not refunded or disputed. */
export type PackCredits = Partial<Record<PackId, number>>;

/** What `User.packs` must be, by the ledger. */
export function sumPacks(entries: readonly LedgerEntry[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { pack, packCredits = 0 } of entries) {
    if (pack !== undefined) sums.set(pack, (sums.get(pack) ?? 0) + packCredits);
  }
  return sums;
}

/**
 * Starts to count the packs of an account that was opened before packs were counted. Does nothing if they are counted
 * already, or if there is no account.
 * @param earlier what its purchases so far have left.
 */
export async function startCountingPacks(userId: string, earlier: PackCredits): Promise<void> {
  const entries = PACK_IDS.flatMap((pack) => {
    const credits = earlier[pack] ?? 0;
    return credits === 0 ? [] : [[pack, insertEntryWrite(earlierPackEntry(userId, pack, credits))] as const];
  });
  const account = buildUpdate({ set: { packs: earlier }, if: allOf(present('id'), absent('packs')) });
  await transact({ ...Object.fromEntries(entries), account: { Update: { ...atUser(userId), ...account } } });
}
