import { postEntry } from './ledger.ts';
import { clawbackEntry, findEntry, forfeitEntry, restoreEntry, type NewEntry } from './ledger-table.ts';
import { findUser } from './users-table.ts';

/** How often to retry when the balance changes between reading it and posting the entry. */
const ATTEMPTS = 10;

export interface Clawback {
  taken: number;
  /** The credits that could not be taken, because they were already spent. */
  shortfall: number;
}

/**
 * Takes credits back, at most the balance, and records the rest as `shortfall`. Idempotent.
 * @param credits to take for this cause; 0 only books the cause, so that a late event takes nothing.
 * @returns what this call took and could not take.
 */
export async function applyClawback(userId: string, causeId: string, credits: number): Promise<Clawback> {
  const taken = await takeUpTo(userId, credits, (available) =>
    clawbackEntry(userId, causeId, available, credits - available),
  );
  return taken === undefined ? { taken: 0, shortfall: 0 } : { taken, shortfall: credits - taken };
}

/**
 * Restores the credits of a clawback whose refund failed or whose dispute was won. If nothing was taken yet, books the
 * cause with 0 credits, so that an older event that arrives late takes nothing. Idempotent.
 * @returns the credits that this call restored.
 */
export async function reverseClawback(userId: string, causeId: string): Promise<number> {
  await applyClawback(userId, causeId, 0);
  const credits = (await findClawback(userId, causeId))?.taken ?? 0;
  if (credits === 0) return 0;
  const { kind } = await postEntry(restoreEntry(userId, causeId, credits));
  return kind === 'posted' ? credits : 0;
}

/** @returns undefined if the cause was not booked. */
export async function findClawback(userId: string, causeId: string): Promise<Clawback | undefined> {
  const entry = await findEntry(clawbackEntry(userId, causeId, 0));
  return entry && { taken: Math.abs(entry.amount), shortfall: entry.shortfall ?? 0 };
}

/**
 * Takes all credits of a closed account. Idempotent: credits of a payment that arrives later stay on the account.
 * @returns the credits that this call took.
 */
export async function forfeitCredits(userId: string): Promise<number> {
  return (await takeUpTo(userId, Infinity, (available) => forfeitEntry(userId, available))) ?? 0;
}

/** @returns the credits taken; undefined if the cause was already booked or there is no account. */
async function takeUpTo(
  userId: string,
  credits: number,
  createEntry: (available: number) => NewEntry,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const available = Math.min(credits, (await findUser(userId))?.credits ?? 0);
    const { kind } = await postEntry(createEntry(available));
    if (kind === 'posted') return available;
    if (kind === 'duplicate' || kind === 'no_account') return undefined;
    // Credits were spent between the read and the write.
  }
  throw new Error('The balance kept changing while credits were taken.');
}
