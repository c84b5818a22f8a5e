import { PACK_IDS, PACKS } from '../../contract/packs.ts';
import { listEntries } from '../ledger/ledger-table.ts';
import { startCountingPacks, type PackCredits } from '../ledger/packs.ts';
import { listAllPurchases } from './purchases-table.ts';

/**
 * Gives an account that was opened before packs were counted the packs of its purchases. Their ledger entries do not name
 * a pack, so the rows of the purchases do. One that was refunded in part counts as a whole. Idempotent.
 */
export async function countEarlierPacks(userId: string): Promise<void> {
  const [entries, purchases] = await Promise.all([listEntries(userId), listAllPurchases(userId)]);
  const rows = new Map(purchases.map((purchase) => [purchase.id, purchase]));
  const earlier: PackCredits = {};
  for (const { kind, ref, amount } of entries) {
    const row = kind === 'purchase' ? rows.get(ref) : undefined;
    const pack = PACK_IDS.find((id) => PACKS[id].name === row?.pack);
    if (pack === undefined || row?.state === 'refunded' || row?.state === 'disputed') continue;
    earlier[pack] = (earlier[pack] ?? 0) + amount;
  }
  await startCountingPacks(userId, earlier);
}
