import type { PurchaseState } from '#contract/endpoints/purchase-schemas.ts';
import { sumBooked, type BookedReversal, type ReversalStep } from '../ledger/reversals.ts';

/** A checkout session and its payment, as read from Stripe at one time. */
export interface Payment {
  sessionId: string;
  /** The user who bought the credits (`client_reference_id`). */
  userId: string;
  /** The only price of the session. Undefined if the session is not for exactly one pack. */
  priceId: string | undefined;
  /** The amount in minor units of `currency`. */
  amount: number;
  currency: string;
  /** The time of creation (ISO 8601, UTC). */
  createdAt: string;
  status: 'unpaid' | 'failed' | 'paid';
  /** The id of the payment intent. Undefined before the first attempt to pay. */
  paymentIntentId: string | undefined;
  receiptUrl: string | undefined;
  /** The refunds, oldest first. */
  refunds: Reversal[];
  disputes: Reversal[];
}

/** A refund or a dispute. */
export interface Reversal {
  id: string;
  /** The amount in minor units of the payment's currency. */
  amount: number;
  /** False if the refund failed or the dispute was won. */
  isActive: boolean;
  /** True for an active dispute whose status can follow the status `won`. */
  canFollowEnd?: boolean;
}

/**
 * Finds the next step that makes the bookings of a payment match the money that was returned to its buyer. A cause is a refund or a
 * dispute.
 *
 * The target follows from all causes together, not from each cause alone: each step books the difference to the target. Each cause is
 * booked, even with 0 credits. The bookings then show if a payment was read before the newest event. When a cause ends, the step returns
 * only credits that no other cause takes, so no credits can be spent between two bookings.
 * @param credits the credits that the payment bought.
 * @returns undefined if the bookings match.
 */
export function findNextStep(
  payment: Payment,
  credits: number,
  booked: readonly BookedReversal[],
): ReversalStep | undefined {
  const causes = [...payment.refunds, ...payment.disputes];
  const findLast = (causeId: string) => booked.findLast((booking) => booking.causeId === causeId)?.kind;
  // Only a dispute that can follow its end becomes active again. If any other ended cause is active, the payment is outdated.
  const active = causes.filter(
    ({ id, isActive, canFollowEnd }) => isActive && (canFollowEnd === true || findLast(id) !== 'end'),
  );
  const computeDue = (reversals: readonly Reversal[]) =>
    computeTarget(reversals, payment.amount, credits) - sumBooked(booked);
  const due = computeDue(active);
  const excess = isOutdated(causes, active, booked) ? 0 : Math.max(0, -due);
  const ended = causes.find(({ id, isActive }) => !isActive && findLast(id) !== 'end');
  if (ended !== undefined) return { kind: 'end', causeId: ended.id, credits: excess };

  const known = active.filter(({ id }) => !['end', undefined].includes(findLast(id)));
  const fresh = active.find((cause) => !known.includes(cause));
  if (fresh !== undefined)
    return { kind: 'take', causeId: fresh.id, credits: Math.max(0, computeDue([...known, fresh])) };

  const newest = active.at(-1) ?? causes.at(-1);
  if (newest === undefined) return undefined;
  if (due > 0) return { kind: 'take', causeId: newest.id, credits: due };
  return excess > 0 ? { kind: 'return', causeId: newest.id, credits: excess } : undefined;
}

/** Returns true if the bookings contain an event that is newer than the read of the payment. */
function isOutdated(
  causes: readonly Reversal[],
  active: readonly Reversal[],
  booked: readonly BookedReversal[],
): boolean {
  const hasEndedSince = causes.some((cause) => cause.isActive && !active.includes(cause));
  return hasEndedSince || booked.some(({ causeId }) => causes.every(({ id }) => id !== causeId));
}

/** Returns the credits that the refunds and disputes take together: their share of the payment, rounded in the user's favor. */
function computeTarget(reversals: readonly Reversal[], amount: number, credits: number): number {
  const returned = reversals.reduce((sum, reversal) => sum + reversal.amount, 0);
  return amount === 0 ? 0 : Math.floor((credits * Math.min(amount, returned)) / amount);
}

/** Returns the state of a paid payment, as the buyer sees it. */
export function findPaidState({ amount, refunds, disputes }: Payment): PurchaseState {
  const isActive = (reversal: Reversal) => reversal.isActive;
  if (disputes.some(isActive)) return 'disputed';
  const returned = refunds.filter(isActive).reduce((sum, refund) => sum + refund.amount, 0);
  if (returned === 0) return 'paid';
  return returned >= amount ? 'refunded' : 'partly_refunded';
}

/**
 * Computes a number that increases with every event of a payment. Stripe only adds to the state of a payment, and the bookings tell how
 * often a dispute has ended before it began again.
 */
export function computeRevision(
  { status, refunds, disputes }: Payment,
  booked: readonly BookedReversal[],
): number {
  const causes = [...refunds, ...disputes].map(({ id, isActive, canFollowEnd }) => {
    const ended = booked.filter(({ causeId, kind }) => causeId === id && kind === 'end').length;
    if (!isActive) return 2 * Math.max(1, ended);
    return canFollowEnd === true ? 1 + 2 * ended : 1;
  });
  return { unpaid: 0, failed: 1, paid: 2 }[status] + causes.reduce((sum, part) => sum + part, 0);
}
