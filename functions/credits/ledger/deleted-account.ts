import { randomUUID } from 'node:crypto';
import { transact } from '../../platform/dynamodb-writes.ts';
import { equals } from '../../platform/expressions.ts';
import { OPEN_ACCOUNT, postEntry } from './ledger.ts';
import { carryEntry, deletionEntry, insertEntryWrite } from './new-entries.ts';
import { findEntry } from './entries.ts';
import { changeBalanceWrite } from './users-table-balance.ts';
import { findUser } from './users-table.ts';

/** The most attempts if the balance changes between the read and the entry. */
const ATTEMPTS = 10;

/**
 * Takes all credits of a deleted account. Idempotent: credits of a payment that arrives later stay on the account.
 * @returns the credits that this call took.
 */
export async function takeAllCredits(userId: string): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const balance = (await findUser(userId))?.credits ?? 0;
    const refusals = await postEntry(deletionEntry(userId, balance));
    if (refusals === undefined) return balance;
    if (refusals.has('duplicate') || refusals.has('noAccount')) return 0;
    // Credits were spent between the read and the write.
  }
  throw new Error('The balance kept changing while credits were taken.');
}

/**
 * Carries the shortfall of a deleted account to another account, whose next purchases settle the shortfall. The carried amount is reduced
 * by the credits that the deletion took: if a payment is refunded after the deletion, its shortfall includes these credits, although the
 * user never spent them. Both entries are in one transaction, so the sum of both shortfalls does not change. Does nothing if the shortfall
 * has changed, because another call has carried it, or if the other account is deleted.
 */
export async function carryShortfall(fromId: string, toId: string, shortfall: number): Promise<void> {
  const closed = await findEntry(deletionEntry(fromId, 0));
  // If the entry is missing, the deletion is not finished. The next call carries the shortfall.
  const due = closed === undefined ? 0 : shortfall + closed.amount;
  if (due <= 0) return;
  const carryId = randomUUID();
  const given = carryEntry(fromId, toId, carryId, -due);
  const taken = carryEntry(toId, fromId, carryId, due);
  await transact({
    given: insertEntryWrite(given),
    taken: insertEntryWrite(taken),
    from: changeBalanceWrite({ ...given, shortfall: -due }, [equals('shortfall', shortfall)]),
    to: changeBalanceWrite({ ...taken, shortfall: due }, [OPEN_ACCOUNT]),
  });
}
