/** Reads the booked entries of the ledger. */
import * as z from 'zod/mini';
import { findItem, queryAll, queryPage, scanPage } from '../../platform/dynamodb-reads.ts';
import { type LedgerEntry, ledgerEntry, type NewEntry } from './ledger-entry.ts';
import { LEDGER } from './ledger-table.ts';
import { reversalPrefix } from './new-entries.ts';

/** @returns undefined if the cause of this entry was not booked. */
export async function findEntry(entry: NewEntry): Promise<LedgerEntry | undefined> {
  const item = await findItem(LEDGER, entry);
  return item && ledgerEntry.parse(item);
}

/** Lists the entries of the refunds and disputes of a payment, in the order of booking. */
export async function listReversalEntries(userId: string, sessionId: string): Promise<LedgerEntry[]> {
  const query = { partition: userId, beginsWith: reversalPrefix(sessionId) };
  return (await queryAll(LEDGER, query)).map((item) => ledgerEntry.parse(item));
}

/**
 * Lists all entries of a user, by entry id.
 * @throws a zod error if an entry does not match the schema, because a sum without this entry would be wrong.
 */
export async function listEntries(userId: string): Promise<LedgerEntry[]> {
  return (await queryAll(LEDGER, { partition: userId })).map((item) => ledgerEntry.parse(item));
}

/** The fields in the index `history`: the keys of the table, the time, and the attributes of the index. */
export const historyEntry = z.pick(ledgerEntry, {
  userId: true,
  entryId: true,
  createdAt: true,
  kind: true,
  amount: true,
  ref: true,
  pack: true,
  settled: true,
  purpose: true,
  thumbnailId: true,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The end of a page of the index `history`, without the user. */
const historyKey = z.pick(ledgerEntry, { entryId: true, createdAt: true });
type HistoryKey = z.infer<typeof historyKey>;

/**
 * Reads one page of a user's entries, newest first. The index follows the table within a second.
 * @throws a zod error if an entry does not match the schema, because a sum without this entry would be wrong.
 */
export async function queryHistory(
  userId: string,
  { limit, after }: { limit: number; after: HistoryKey | undefined },
): Promise<{ entries: HistoryEntry[]; next: HistoryKey | undefined }> {
  const { items, next } = await queryPage(LEDGER, {
    index: 'history',
    partition: userId,
    isDescending: true,
    limit,
    after: after && { userId, ...after },
  });
  return { entries: items.map((item) => historyEntry.parse(item)), next: next && historyKey.parse(next) };
}

/** Compares entries by time, so that a sort puts the newest entry first. */
export function compareNewestFirst(one: LedgerEntry, other: LedgerEntry): number {
  return one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0;
}

export const entryKey = z.pick(ledgerEntry, { userId: true, entryId: true });
type EntryKey = z.infer<typeof entryKey>;

/** Reads one page of the ledger, and returns each user of the page once. The entries of a user are adjacent. */
export async function scanLedgerUsers(
  after: EntryKey | undefined,
): Promise<{ userIds: string[]; next: EntryKey | undefined }> {
  const { items, next } = await scanPage(LEDGER, { after, attributes: ['userId'] });
  const userIds = new Set(items.map((item) => String(item['userId'])));
  // The previous page ended with this user.
  if (after !== undefined) userIds.delete(after.userId);
  return { userIds: [...userIds], next: next && entryKey.parse(next) };
}
