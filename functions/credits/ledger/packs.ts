import type { LedgerEntry } from './ledger-entry.ts';

/** Sums the pack credits of the entries, by pack. `User.packs` must be equal to the result. */
export function sumPacks(entries: readonly LedgerEntry[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { pack, packCredits = 0 } of entries) {
    if (pack !== undefined) sums.set(pack, (sums.get(pack) ?? 0) + packCredits);
  }
  return sums;
}
