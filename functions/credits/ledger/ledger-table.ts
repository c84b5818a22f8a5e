import * as z from 'zod/mini';
import type { PackId } from '#contract/packs.ts';
import { findItem, queryAll, queryPage, scanPage } from '../../platform/dynamodb-reads.ts';
import type { TransactItem } from '../../platform/dynamodb-writes.ts';
import { absent, buildCondition } from '../../platform/expressions.ts';
import { openTable } from '../../platform/tables.ts';

const LEDGER = openTable('ledger');

/** A change of a user's credits. Entries are never changed or removed. */
const ledgerEntry = z.object({
  userId: z.string(),
  /** Identifies the cause of the entry, so that a cause can never be booked twice. */
  entryId: z.string(),
  kind: z.enum([
    'welcome',
    'spend',
    'refund',
    'purchase',
    'collect',
    'clawback',
    'restore',
    'carry',
    'grant',
    'closed',
  ]),
  /** The amount in credits. Negative if credits were taken. */
  amount: z.int(),
  /** The id of the cause: a generation, a checkout session, a refund, a dispute, another account or a grant. */
  ref: z.string(),
  /** The time of the booking (ISO 8601, UTC). */
  createdAt: z.string(),
  /**
   * The change of the account's shortfall. A clawback adds the credits that it could not take, because they were already spent. A
   * collection and a restored clawback have a negative number. A carried shortfall is negative in one account and positive in the other.
   */
  shortfall: z.optional(z.int()),
  /** The pack of the entry's purchase, and the change of the account's credits of this pack (`User.packs`). */
  pack: z.optional(z.string()),
  packCredits: z.optional(z.int()),
  /**
   * Set for restored credits if the refund failed or the dispute was won. An outdated event then takes nothing for this refund or dispute.
   */
  isEnded: z.optional(z.literal(true)),
  /** Set for a purchase that was booked on a deleted account, whose credits cannot be spent. */
  isLate: z.optional(z.literal(true)),
  /** The credits of a purchase that settled the shortfall (`collectEntry`). */
  settled: z.optional(z.int()),
  /** The kind of generation that a spend pays for, and the thumbnail that an edit changes. @default a thumbnail */
  purpose: z.optional(z.enum(['cutout', 'edit'])),
  thumbnailId: z.optional(z.string()),
  /** The operator of a grant, and the operator's reason. */
  by: z.optional(z.string()),
  why: z.optional(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** An entry before it is booked. */
export type NewEntry = Omit<LedgerEntry, 'createdAt'>;

/** Creates an entry whose id contains its kind and its cause. @param amount credits; negative to take credits. */
function createEntry(
  userId: string,
  kind: LedgerEntry['kind'],
  ref: string,
  amount: number,
  more: Partial<NewEntry> = {},
): NewEntry {
  return { userId, entryId: `${kind}#${ref}`, kind, amount, ref, ...more };
}

/** Creates the entry for the first credits of an account. @param credits 0 or more. An entry with 0 credits also opens the account. */
export function welcomeEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'welcome', 'sign-up', credits, { entryId: 'welcome' });
}

/** Creates the entry for the welcome credits of an account that was opened without them. @param credits above 0. */
export function deferredWelcomeEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'welcome', 'sign-up', credits, { entryId: 'welcome#late' });
}

/** The generation that a spend pays for. */
interface SpendPurpose {
  /** @default a thumbnail */
  kind?: LedgerEntry['purpose'];
  /** The thumbnail that an edit changes. */
  thumbnailId?: string | undefined;
}

/** Creates the entry that pays for a generation. @param cost in credits; 0 for a picture. */
export function spendEntry(
  userId: string,
  generationId: string,
  cost: number,
  { kind: purpose, thumbnailId }: SpendPurpose = {},
): NewEntry {
  return createEntry(userId, 'spend', generationId, 0 - cost, {
    ...(purpose !== undefined && { purpose }),
    ...(thumbnailId !== undefined && { thumbnailId }),
  });
}

/** Creates the entry that refunds a generation. @param cost in credits; 0 for a picture. */
export function refundEntry(userId: string, generationId: string, cost: number): NewEntry {
  return createEntry(userId, 'refund', generationId, cost);
}

/** Creates the entry for a paid pack. @param sessionId the id of Stripe's checkout session, which is paid only once. */
export function purchaseEntry(userId: string, sessionId: string, credits: number, pack?: PackId): NewEntry {
  return ofPack(pack, createEntry(userId, 'purchase', sessionId, credits));
}

/** Adds the change of a pack's credits to an entry: the credits that the entry books, and the shortfall that it causes. */
function ofPack(pack: string | undefined, entry: NewEntry): NewEntry {
  if (pack === undefined) return entry;
  return { ...entry, pack, packCredits: entry.amount - (entry.shortfall ?? 0) };
}

/** Creates the entry that takes bought credits for the shortfall of earlier clawbacks. The entry is part of the purchase's transaction. */
export function collectEntry(userId: string, sessionId: string, credits: number): NewEntry {
  return createEntry(userId, 'collect', sessionId, -credits, { shortfall: -credits });
}

/** Identifies a booking for the refunds and disputes of a payment. The booking takes or returns credits. */
export interface ReversalKey {
  userId: string;
  sessionId: string;
  /**
   * The number of earlier bookings for the payment. Two callers that read the same bookings have the same position, so only the first
   * caller can add the next booking.
   */
  position: number;
}

/** The cause of a booking: a refund or a dispute, and the pack that the payment bought. */
export interface ReversalCause {
  causeId: string;
  pack: string | undefined;
}

const reversalPrefix = (sessionId: string) => `reversal#${sessionId}#`;

/** Returns the id of an entry. Ids sort as text, and a payment has at most 100 refunds and a few disputes, so four digits are enough. */
const reversalId = ({ sessionId, position }: Omit<ReversalKey, 'userId'>) =>
  `${reversalPrefix(sessionId)}${String(position + 1).padStart(4, '0')}`;

/** Creates the entry that takes back credits of a refunded or disputed payment. */
export function clawbackEntry(
  key: ReversalKey,
  { causeId, pack }: ReversalCause,
  credits: number,
  shortfall: number,
): NewEntry {
  const entry = createEntry(key.userId, 'clawback', causeId, -credits, {
    shortfall,
    entryId: reversalId(key),
  });
  return ofPack(pack, entry);
}

/**
 * Creates the entry that returns credits, which a refund or a dispute took.
 * @param cancelled the part of the shortfall that was not collected. This part is no longer due.
 * @param isEnded true if the refund failed or the dispute was won.
 */
export function restoreEntry(
  key: ReversalKey,
  { causeId, pack }: ReversalCause,
  { credits, cancelled, isEnded }: { credits: number; cancelled: number; isEnded: boolean },
): NewEntry {
  const more = {
    entryId: reversalId(key),
    ...(cancelled > 0 && { shortfall: -cancelled }),
    ...(isEnded && { isEnded }),
  };
  return ofPack(pack, createEntry(key.userId, 'restore', causeId, credits, more));
}

/**
 * Creates the entry that carries a shortfall to or from another account.
 * @param carryId identifies this transfer, because a later refund can add to the shortfall.
 * @param shortfall positive or negative, not 0.
 */
export function carryEntry(userId: string, otherId: string, carryId: string, shortfall: number): NewEntry {
  return createEntry(userId, 'carry', otherId, 0, { shortfall, entryId: `carry#${otherId}#${carryId}` });
}

/** Creates the entry of an operator's grant or correction. @param credits positive or negative, not 0. */
export function grantEntry(
  userId: string,
  grantId: string,
  credits: number,
  { by, why }: { by: string; why: string },
): NewEntry {
  return createEntry(userId, 'grant', grantId, credits, { by, why });
}

/** Creates the entry that takes the remaining credits of a deleted account, once. */
export function deletionEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'closed', 'closing', -credits, { entryId: 'closed' });
}

/** Creates the write that adds an entry. The write fails if the cause was already booked. */
export function insertEntryWrite(entry: NewEntry): TransactItem {
  return {
    Put: {
      TableName: LEDGER.TableName,
      Item: { ...entry, createdAt: new Date().toISOString() },
      ...buildCondition(absent('entryId')),
    },
  };
}

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
