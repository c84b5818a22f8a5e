import * as z from 'zod/mini';
import type { PackId } from '../../contract/packs.ts';
import { findItem, queryAll, scanPage } from '../shared/dynamodb-reads.ts';
import type { TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, buildCondition } from '../shared/expressions.ts';
import { openTable } from '../shared/tables.ts';

const LEDGER = openTable('ledger');

/** One credit movement. Entries are never changed or removed. */
const ledgerEntry = z.object({
  userId: z.string(),
  /** Names the cause, so that one cause can never be booked twice. */
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
  /** Signed, in credits. */
  amount: z.int(),
  /** The id of the cause: a generation, a checkout session, a refund, a dispute, another account or a grant. */
  ref: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /**
   * What the entry adds to the account's shortfall: a clawback the credits that it could not take, because they were
   * already spent; a collection and a restored clawback a negative number; a carried shortfall both.
   */
  shortfall: z.optional(z.int()),
  /** The pack that the entry's purchase is of, and what the entry adds to the account's credits of this pack (`User.packs`). */
  pack: z.optional(z.string()),
  packCredits: z.optional(z.int()),
  /** Only for restored credits: the refund failed or the dispute was won, so an outdated event takes nothing for it. */
  isEnded: z.optional(z.literal(true)),
  /** Only for a purchase: it was booked on a closed account, where nobody can spend it. */
  isLate: z.optional(z.literal(true)),
  /** Only for a purchase: how many of its credits settled the shortfall (`collectEntry`). */
  settled: z.optional(z.int()),
  /** Only for a grant: the operator and the reason. */
  by: z.optional(z.string()),
  why: z.optional(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** An entry before it is booked. */
export type NewEntry = Omit<LedgerEntry, 'createdAt'>;

/** An entry whose id names its kind and its cause. @param amount signed, in credits. */
function createEntry(
  userId: string,
  kind: LedgerEntry['kind'],
  ref: string,
  amount: number,
  more: Partial<NewEntry> = {},
): NewEntry {
  return { userId, entryId: `${kind}#${ref}`, kind, amount, ref, ...more };
}

/** The first credits of an account. @param credits 0 or more; 0 opens the account, too. */
export function welcomeEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'welcome', 'sign-up', credits, { entryId: 'welcome' });
}

/** The welcome credits of an account that was opened without them. @param credits above 0. */
export function deferredWelcomeEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'welcome', 'sign-up', credits, { entryId: 'welcome#late' });
}

/** @param cost in credits; 0 for a picture. */
export function spendEntry(userId: string, generationId: string, cost: number): NewEntry {
  return createEntry(userId, 'spend', generationId, 0 - cost);
}

/** Returns the credits of the spend of the same generation. @param cost in credits; 0 for a picture. */
export function refundEntry(userId: string, generationId: string, cost: number): NewEntry {
  return createEntry(userId, 'refund', generationId, cost);
}

/** A paid pack. @param sessionId of Stripe's checkout session, which is paid once. */
export function purchaseEntry(userId: string, sessionId: string, credits: number, pack?: PackId): NewEntry {
  return ofPack(pack, createEntry(userId, 'purchase', sessionId, credits));
}

/** Changes the account's credits of a pack by what the entry books, whether it is taken or due. */
function ofPack(pack: string | undefined, entry: NewEntry): NewEntry {
  if (pack === undefined) return entry;
  return { ...entry, pack, packCredits: entry.amount - (entry.shortfall ?? 0) };
}

/** Takes bought credits for the shortfall of earlier clawbacks. Part of the purchase's transaction. */
export function collectEntry(userId: string, sessionId: string, credits: number): NewEntry {
  return createEntry(userId, 'collect', sessionId, -credits, { shortfall: -credits });
}

/** Identifies one booking of what a payment's refunds and disputes take or return. */
export interface ReversalKey {
  userId: string;
  sessionId: string;
  /** The number of the payment's bookings before this one. Two callers that read the same bookings cannot both add the next. */
  position: number;
}

/** What a booking is for: the refund or dispute, and the pack that its payment bought. */
export interface ReversalCause {
  causeId: string;
  pack: string | undefined;
}

const reversalPrefix = (sessionId: string) => `reversal#${sessionId}#`;

/** Entry ids sort as text, and a payment has at most 100 refunds and a few disputes. */
const reversalId = ({ sessionId, position }: Omit<ReversalKey, 'userId'>) =>
  `${reversalPrefix(sessionId)}${String(position + 1).padStart(4, '0')}`;

/** Takes back credits of a refunded or disputed payment. */
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
 * Returns credits that a refund or dispute took.
 * @param cancelled the part of its shortfall that was not collected, which is no longer due.
 * @param isEnded whether the refund failed or the dispute was won.
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
 * Carries a shortfall to or from another account.
 * @param carryId of this one time: a later refund can add to the shortfall. @param shortfall signed, not 0.
 */
export function carryEntry(userId: string, otherId: string, carryId: string, shortfall: number): NewEntry {
  return createEntry(userId, 'carry', otherId, 0, { shortfall, entryId: `carry#${otherId}#${carryId}` });
}

/** An operator's grant or correction. @param credits signed, not 0. */
export function grantEntry(
  userId: string,
  grantId: string,
  credits: number,
  { by, why }: { by: string; why: string },
): NewEntry {
  return createEntry(userId, 'grant', grantId, credits, { by, why });
}

/** Takes the remaining credits of a closed account, once. */
export function deletionEntry(userId: string, credits: number): NewEntry {
  return createEntry(userId, 'closed', 'closing', -credits, { entryId: 'closed' });
}

/** The write that adds an entry; fails if its cause was already booked. */
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

/** Lists what the refunds and disputes of one payment took and returned, in the order of booking. */
export async function listReversalEntries(userId: string, sessionId: string): Promise<LedgerEntry[]> {
  const query = { partition: userId, beginsWith: reversalPrefix(sessionId) };
  return (await queryAll(LEDGER, query)).map((item) => ledgerEntry.parse(item));
}

/**
 * Lists all entries of a user, by entry id.
 * @throws a zod error when one does not match the schema, because a sum without it would be wrong.
 */
export async function listEntries(userId: string): Promise<LedgerEntry[]> {
  return (await queryAll(LEDGER, { partition: userId })).map((item) => ledgerEntry.parse(item));
}

/** Sorts entries by time, newest first. */
export function compareNewestFirst(one: LedgerEntry, other: LedgerEntry): number {
  return one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0;
}

export const entryKey = z.pick(ledgerEntry, { userId: true, entryId: true });
type EntryKey = z.infer<typeof entryKey>;

/** Reads one page of the ledger and returns each of its users once. Entries of one user are adjacent. */
export async function scanLedgerUsers(
  after: EntryKey | undefined,
): Promise<{ userIds: string[]; next: EntryKey | undefined }> {
  const { items, next } = await scanPage(LEDGER, { after, attributes: ['userId'] });
  const userIds = new Set(items.map((item) => String(item['userId'])));
  // The previous page ended with this user.
  if (after !== undefined) userIds.delete(after.userId);
  return { userIds: [...userIds], next: next && entryKey.parse(next) };
}
