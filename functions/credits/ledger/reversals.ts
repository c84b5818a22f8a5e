import { postEntry } from './ledger.ts';
import { clawbackEntry, restoreEntry, type ReversalKey } from './new-entries.ts';
import type { NewEntry } from './ledger-entry.ts';
import { listReversalEntries } from './entries.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { findUser, type User } from './users-table.ts';

/** The most attempts if the account changes between the read and the entry. */
const ATTEMPTS = 10;

/** The next booking for a refund or dispute (the cause) of a payment. */
export interface ReversalStep {
  /** `end` means that the cause ended: the refund failed, or the dispute was won. */
  kind: 'take' | 'return' | 'end';
  causeId: string;
  /** The credits to take or to return, 0 or more. 0 only records that the cause is known, or that it ended. */
  credits: number;
}

/** A booking for a refund or dispute of a payment. */
export interface BookedReversal {
  kind: ReversalStep['kind'];
  causeId: string;
  /** The credits that the booking took or returned, and the shortfall that it added or cancelled. Both are 0 or more. */
  credits: number;
  shortfall: number;
}

/** The payment whose refunds and disputes are booked. */
interface ReversedPayment {
  userId: string;
  sessionId: string;
  /** The pack that the payment bought. Undefined if the pack is not known. */
  pack: string | undefined;
}

/** Lists the bookings for the refunds and disputes of a payment, in the order of booking. */
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

/** The outcome of a booking. `stale`: another call booked for this payment after its bookings were read. */
type BookingOutcome = { kind: 'booked'; booking: BookedReversal } | { kind: 'stale' | 'no_account' };

/**
 * Books the next step for a payment's refunds and disputes, once. The position of the step is the number of bookings that the caller has
 * read.
 *
 * A step takes at most the balance, and records the rest as shortfall. A step that returns credits first cancels the shortfall of the
 * payment. The shortfalls of an account are stored as one sum, so the step can cancel only the part that is still due. Later purchases have
 * paid for the other part, which the step returns as credits.
 * @param booked all earlier bookings of the payment.
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

/**
 * Divides the amount to take into credits and a shortfall. If there is a shortfall, the entry must take the whole balance, so the balance
 * must not change.
 */
function planTaking(due: number, user: User | undefined) {
  const balance = user?.credits ?? 0;
  const credits = Math.min(due, balance);
  const shortfall = due - credits;
  return { credits, shortfall, expected: shortfall > 0 ? { credits: balance } : {} };
}

/** Divides the amount to return into a cancelled shortfall and credits. */
function planReturn(due: number, booked: readonly BookedReversal[], user: User | undefined) {
  const open = sumParts(booked, 'shortfall');
  if (open <= 0) return { credits: due, shortfall: 0, expected: {} };
  const outstanding = user?.shortfall ?? 0;
  const shortfall = Math.min(open, outstanding, due);
  return { credits: due - shortfall, shortfall, expected: { shortfall: outstanding } };
}

/** Returns the sum that the bookings have taken or made due, minus the sum that they have returned or cancelled. */
export function sumBooked(booked: readonly BookedReversal[]): number {
  return sumParts(booked, 'credits') + sumParts(booked, 'shortfall');
}

function sumParts(booked: readonly BookedReversal[], part: 'credits' | 'shortfall'): number {
  return booked.reduce((sum, { kind, [part]: count }) => (kind === 'take' ? sum + count : sum - count), 0);
}
