/** The entries that a booking adds. This file has no schemas, because each schema delays the start of a function that only books. */
import type { PackId } from '#contract/packs.ts';
import type { TransactItem } from '../../platform/dynamodb-writes.ts';
import { absent, buildCondition } from '../../platform/expressions.ts';
import type { LedgerEntry, NewEntry } from './ledger-entry.ts';
import { LEDGER } from './ledger-table.ts';

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

/** The beginning of the ids of the entries of a payment's refunds and disputes. */
export const reversalPrefix = (sessionId: string) => `reversal#${sessionId}#`;

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
