import type { PackId } from '../../contract/packs.ts';
import { collectEntry, purchaseEntry } from './ledger-table.ts';
import { postEntry } from './ledger.ts';
import { findUser } from './users-table.ts';

/** How often to retry when the shortfall changes between reading it and posting the entry. */
const ATTEMPTS = 10;

export interface PurchaseOutcome {
  kind: 'posted' | 'duplicate' | 'no_account' | 'packs_not_counted';
  /** Credits of this call's purchase that settled the shortfall of earlier clawbacks. */
  collected: number;
}

/**
 * Credits a paid session, once, and settles the account's shortfall from its credits in the same transaction. Therefore a
 * repeated event collects nothing, and no crash can separate the two.
 * @param credits that the session bought. @param pack what it bought.
 * @throws what `postEntry` throws; repeating the call is safe.
 */
export async function postPurchase(
  userId: string,
  sessionId: string,
  credits: number,
  pack: PackId,
): Promise<PurchaseOutcome> {
  const entry = purchaseEntry(userId, sessionId, credits, pack);
  // Almost no account has a shortfall, so the first attempt saves the read.
  for (let attempt = 0, shortfall = 0; attempt < ATTEMPTS; attempt += 1) {
    const collected = Math.min(shortfall, credits);
    const withEntry = collected === 0 ? undefined : collectEntry(userId, sessionId, collected);
    const refusals = await postEntry(entry, { withEntry, expected: { shortfall } });
    if (refusals === undefined) return { kind: 'posted', collected };
    // Also for a purchase of that time, so that its refunds name its pack.
    if (refusals.has('packsNotCounted')) return { kind: 'packs_not_counted', collected: 0 };
    if (refusals.has('duplicate')) return { kind: 'duplicate', collected: 0 };
    if (refusals.has('noAccount')) return { kind: 'no_account', collected: 0 };
    shortfall = (await findUser(userId))?.shortfall ?? 0;
  }
  throw new Error('The shortfall kept changing while a purchase was booked.');
}
