import { transact } from '../shared/dynamodb-writes.ts';
import { equals } from '../shared/expressions.ts';
import { OPEN_ACCOUNT, postEntry } from './ledger.ts';
import {
  carryEntry,
  clawbackEntry,
  findEntry,
  deletionEntry,
  insertEntryWrite,
  restoreEntry,
  type NewEntry,
} from './ledger-table.ts';
import { changeBalanceWrite } from './users-table-balance.ts';
import { findUser } from './users-table.ts';

/** How often to retry when the account changes between reading it and posting the entry. */
const ATTEMPTS = 10;

export interface Clawback {
  taken: number;
  /** The credits that could not be taken, because they were already spent. */
  shortfall: number;
}

/**
 * Takes credits back, at most the balance, and records the rest as `shortfall`. Idempotent.
 * @param credits to take for this cause; 0 only books the cause, so that a late event takes nothing.
 * @param pack what the payment bought; undefined if it is not known.
 * @returns what this call took and could not take.
 */
export async function applyClawback(
  userId: string,
  causeId: string,
  credits: number,
  pack?: string,
): Promise<Clawback> {
  const taken = await takeUpTo(userId, credits, (available) =>
    clawbackEntry(userId, causeId, available, credits - available, pack),
  );
  return taken === undefined ? { taken: 0, shortfall: 0 } : { taken, shortfall: credits - taken };
}

/**
 * Reverses a clawback whose refund failed or whose dispute was won: cancels its shortfall, and restores what it took and
 * what later purchases paid for its shortfall. If nothing was taken yet, books the cause with 0 credits, so that an older
 * event that arrives late takes nothing. Idempotent.
 *
 * The shortfalls of an account are one sum: of what is due, up to this clawback's shortfall is cancelled, and the rest of
 * it was collected before.
 * @returns the credits that this call restored.
 */
export async function reverseClawback(userId: string, causeId: string, pack?: string): Promise<number> {
  await applyClawback(userId, causeId, 0, pack);
  const clawback = await findClawback(userId, causeId);
  if (clawback === undefined) return 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outstanding = clawback.shortfall === 0 ? 0 : ((await findUser(userId))?.shortfall ?? 0);
    const cancelled = Math.min(clawback.shortfall, outstanding);
    const credits = clawback.taken + clawback.shortfall - cancelled;
    const expected = clawback.shortfall === 0 ? {} : { shortfall: outstanding };
    const entry = restoreEntry(userId, causeId, credits, cancelled, pack);
    const refusals = await postEntry(entry, { expected });
    if (refusals === undefined) return credits;
    if (refusals.has('duplicate') || refusals.has('noAccount')) return 0;
  }
  throw new Error('The shortfall kept changing while a clawback was reversed.');
}

/** Whether a clawback was reversed: its dispute was won, or its refund failed. */
export async function isReversed(userId: string, causeId: string): Promise<boolean> {
  return (await findEntry(restoreEntry(userId, causeId, 0))) !== undefined;
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
export async function takeAllCredits(userId: string): Promise<number> {
  return (await takeUpTo(userId, Infinity, (available) => deletionEntry(userId, available))) ?? 0;
}

/**
 * Carries the shortfall of a deleted account to another account, whose next purchases settle it, less the credits that the
 * deletion took: a payment that is refunded after it took credits back that were never spent. Both entries are one
 * transaction, so the sum of both shortfalls does not change. Does nothing if the shortfall is another one by now, if it was
 * carried there before, or if the other account is closed.
 */
export async function carryShortfall(fromId: string, toId: string, shortfall: number): Promise<void> {
  const closed = await findEntry(deletionEntry(fromId, 0));
  // Without the entry, the deletion is not finished. The next call carries what is due.
  const due = closed === undefined ? 0 : shortfall + closed.amount;
  if (due <= 0) return;
  const [given, taken] = [carryEntry(fromId, toId, -due), carryEntry(toId, fromId, due)];
  await transact({
    given: insertEntryWrite(given),
    taken: insertEntryWrite(taken),
    from: changeBalanceWrite({ ...given, shortfall: -due }, [equals('shortfall', shortfall)]),
    to: changeBalanceWrite({ ...taken, shortfall: due }, [OPEN_ACCOUNT]),
  });
}

/** @returns the credits taken; undefined if the cause was already booked or there is no account. */
async function takeUpTo(
  userId: string,
  credits: number,
  createEntry: (available: number) => NewEntry,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const balance = (await findUser(userId))?.credits ?? 0;
    const available = Math.min(credits, balance);
    const entry = createEntry(available);
    // A shortfall is only correct if the entry takes the whole balance.
    const expected = (entry.shortfall ?? 0) > 0 ? { credits: balance } : {};
    const refusals = await postEntry(entry, { expected });
    if (refusals === undefined) return available;
    if (refusals.has('duplicate') || refusals.has('noAccount')) return undefined;
    // Credits were spent between the read and the write.
  }
  throw new Error('The balance kept changing while credits were taken.');
}
