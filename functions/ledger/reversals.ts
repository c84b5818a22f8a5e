import { postEntry } from './ledger.ts';
import {
  clawbackEntry,
  listReversalEntries,
  restoreEntry,
  type LedgerEntry,
  type NewEntry,
  type ReversalKey,
} from './ledger-table.ts';
import { findUser, type User } from './users-table.ts';

/** How often to retry when the account changes between reading it and posting the entry. */
const ATTEMPTS = 10;

/** What is booked next for a refund or dispute (the cause) of a payment. */
export interface ReversalStep {
  /** `end` says that the cause ended: the refund failed, or the dispute was won. */
  kind: 'take' | 'return' | 'end';
  causeId: string;
  /** How much is taken or returned, 0 or more: 0 only says that the cause is known, or that it ended. */
  credits: number;
}

/** One booking of a payment's reversals. */
export interface BookedReversal {
  kind: ReversalStep['kind'];
  causeId: string;
  /** The credits that it took or returned, and the shortfall that it added or cancelled. Both are 0 or more. */
  credits: number;
  shortfall: number;
}

/** The payment whose reversals are booked. */
interface ReversedPayment {
  userId: string;
  sessionId: string;
  /** The pack that it bought; undefined if it is not known. */
  pack: string | undefined;
}

/** Lists what the refunds and disputes of a payment took and returned, in the order of booking. */
export async function listBookedReversals(userId: string, sessionId: string): Promise<BookedReversal[]> {
  const entries = await listReversalEntries(userId, sessionId);
  return entries.map((entry) => ({
    kind: nameKind(entry),
    causeId: entry.ref,
    credits: Math.abs(entry.amount),
    shortfall: Math.abs(entry.shortfall ?? 0),
  }));
}

function nameKind({ kind, isEnded }: LedgerEntry): BookedReversal['kind'] {
  if (kind === 'clawback') return 'take';
  return isEnded === true ? 'end' : 'return';
}

/** `stale`: another call booked for this payment since its bookings were read. */
type BookingOutcome = { kind: 'booked'; booking: BookedReversal } | { kind: 'stale' | 'no_account' };

/**
 * Books the next step of a payment's reversals, once: its position is the number of the bookings that the caller has read.
 *
 * A step takes at most the balance, and records the rest as shortfall. A step that returns credits first cancels the shortfall
 * of the payment. The shortfalls of an account are one sum, so it can only cancel what is still due: later purchases have paid
 * for the rest, which returns as credits.
 * @param booked all bookings of the payment so far.
 * @throws Error if the account keeps changing.
 */
export async function bookReversal(
  { userId, sessionId, pack }: ReversedPayment,
  booked: readonly BookedReversal[],
  step: ReversalStep,
): Promise<BookingOutcome> {
  const key: ReversalKey = { userId, sessionId, position: booked.length };
  const cause = { causeId: step.causeId, pack };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const user = await findUser(userId);
    const { credits, shortfall, expected } =
      step.kind === 'take' ? planTaking(step.credits, user) : planReturn(step.credits, booked, user);
    const entry: NewEntry =
      step.kind === 'take'
        ? clawbackEntry(key, cause, credits, shortfall)
        : restoreEntry(key, cause, { credits, cancelled: shortfall, isEnded: step.kind === 'end' });
    const refusals = await postEntry(entry, { expected });
    if (refusals === undefined) {
      const { kind, causeId } = step;
      return { kind: 'booked', booking: { kind, causeId, credits, shortfall } };
    }
    if (refusals.has('duplicate')) return { kind: 'stale' };
    if (refusals.has('noAccount')) return { kind: 'no_account' };
    // Credits were spent or collected between the read and the write.
  }
  throw new Error('The account kept changing while a refund or dispute was booked.');
}

/** Divides what is taken into credits and a shortfall, which is only right if the entry takes the whole balance. */
function planTaking(due: number, user: User | undefined) {
  const balance = user?.credits ?? 0;
  const credits = Math.min(due, balance);
  const shortfall = due - credits;
  return { credits, shortfall, expected: shortfall > 0 ? { credits: balance } : {} };
}

/** Divides what is returned into a cancelled shortfall and credits. */
function planReturn(due: number, booked: readonly BookedReversal[], user: User | undefined) {
  const open = sumParts(booked, 'shortfall');
  if (open <= 0) return { credits: due, shortfall: 0, expected: {} };
  const outstanding = user?.shortfall ?? 0;
  const shortfall = Math.min(open, outstanding, due);
  return { credits: due - shortfall, shortfall, expected: { shortfall: outstanding } };
}

/** Returns what the bookings have taken or made due, less what they have returned or cancelled. */
export function sumBooked(booked: readonly BookedReversal[]): number {
  return sumParts(booked, 'credits') + sumParts(booked, 'shortfall');
}

function sumParts(booked: readonly BookedReversal[], part: 'credits' | 'shortfall'): number {
  return booked.reduce((sum, { kind, [part]: count }) => (kind === 'take' ? sum + count : sum - count), 0);
}
