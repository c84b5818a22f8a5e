import type { PackId } from '#contract/packs.ts';
import { collectEntry, purchaseEntry } from './new-entries.ts';
import type { NewEntry } from './ledger-entry.ts';
import { OPEN_ACCOUNT, postEntry } from './ledger.ts';
import { findUser } from './users-table.ts';

/** The most attempts if the shortfall changes between the read and the entry. */
const ATTEMPTS = 10;

export interface PurchaseOutcome {
  kind: 'posted' | 'duplicate' | 'no_account';
  /** The credits of this purchase that settled the shortfall of earlier clawbacks. */
  collected: number;
}

/**
 * Credits a paid session once, and settles the account's shortfall from these credits in the same transaction. Therefore a repeated event
 * collects nothing, and a crash cannot separate the two entries. The transaction also decides whether the account was open, because the
 * times of two writes do not tell which write came first.
 * @param credits the credits that the session bought.
 * @param pack the pack that the session bought.
 * @throws the errors of `postEntry`. Repeating the call is safe.
 */
export async function postPurchase(
  userId: string,
  sessionId: string,
  credits: number,
  pack: PackId,
): Promise<PurchaseOutcome> {
  // Almost every account is open and has no shortfall, so the first attempt saves the read.
  let state = { shortfall: 0, isLate: false };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const collected = Math.min(state.shortfall, credits);
    const refusals = await post(purchaseEntry(userId, sessionId, credits, pack), collected, state);
    if (refusals === undefined) return { kind: 'posted', collected };
    if (refusals.has('duplicate')) return { kind: 'duplicate', collected: 0 };
    if (refusals.has('noAccount')) return { kind: 'no_account', collected: 0 };
    const user = await findUser(userId);
    state = { shortfall: user?.shortfall ?? 0, isLate: user?.closedAt !== undefined };
  }
  throw new Error('The shortfall kept changing while a purchase was booked.');
}

/** Posts the entry if the account is as expected. A late entry needs no condition, because a deleted account stays deleted. */
async function post(
  entry: NewEntry,
  collected: number,
  { shortfall, isLate }: { shortfall: number; isLate: boolean },
) {
  const { userId, ref } = entry;
  const marks = { ...(isLate && { isLate }), ...(collected > 0 && { settled: collected }) };
  return postEntry(
    { ...entry, ...marks },
    {
      withEntry: collected === 0 ? undefined : collectEntry(userId, ref, collected),
      expected: { shortfall },
      ...(!isLate && { account: { open: OPEN_ACCOUNT } }),
    },
  );
}
