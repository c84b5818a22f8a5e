/** One checkout session and its payment, as read from Stripe at one moment. */
export interface Payment {
  sessionId: string;
  /** The user who bought the credits (`client_reference_id`). */
  userId: string;
  /** The only price of the session; undefined if the session is not for exactly one pack. */
  priceId: string | undefined;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  status: 'unpaid' | 'failed' | 'paid';
  /** Undefined before the first attempt to pay. */
  paymentIntentId: string | undefined;
  receiptUrl: string | undefined;
  /** Oldest first. */
  refunds: Reversal[];
  disputes: Dispute[];
}

/** A refund or a dispute. */
export interface Reversal {
  id: string;
  /** In minor units of the payment's currency. */
  amount: number;
  /** False if the refund failed or the dispute was won. */
  isActive: boolean;
}

export interface Dispute extends Reversal {
  /** Decided for the customer. Such a dispute may have been won before. */
  isLost: boolean;
}

/** The credits to take back for one reversal. */
export interface ReversalCredits {
  causeId: string;
  credits: number;
  isActive: boolean;
}

/**
 * Computes the credits of each reversal, in proportion to the money. Each reversal takes the difference that it makes to
 * the total, so partial refunds add up to the credits of one full refund, in any order of events.
 * @param credits that the payment bought.
 */
export function computeReversals({ amount, refunds, disputes }: Payment, credits: number): ReversalCredits[] {
  let returned = 0;
  return [...refunds, ...disputes].map(({ id: causeId, amount: part, isActive }) => {
    if (!isActive) return { causeId, credits: 0, isActive };
    const before = computeShare(returned, amount, credits);
    returned = Math.min(amount, returned + part);
    return { causeId, credits: computeShare(returned, amount, credits) - before, isActive };
  });
}

/** Rounds in the user's favour. */
function computeShare(returned: number, amount: number, credits: number): number {
  return Math.floor((credits * returned) / amount);
}

/**
 * Computes what is still to be taken for each reversal. A reversal that was already booked does not change, even if other
 * reversals became inactive since. The last new reversal takes the rest of the total, so that a payment that was returned
 * in full takes back exactly the credits that it bought.
 * @param clawedBackByCause by cause: the credits that were taken or recorded as shortfall before.
 */
export function computeOutstanding(
  reversals: readonly ReversalCredits[],
  clawedBackByCause: ReadonlyMap<string, number>,
): ReversalCredits[] {
  const active = reversals.filter(({ isActive }) => isActive);
  let remaining = active.reduce(
    (sum, { causeId, credits }) => sum + credits - (clawedBackByCause.get(causeId) ?? 0),
    0,
  );
  const fresh = active.filter(({ causeId }) => !clawedBackByCause.has(causeId));
  return fresh.map((reversal, index) => {
    const isLast = index === fresh.length - 1;
    const credits = Math.max(0, isLast ? remaining : Math.min(reversal.credits, remaining));
    remaining -= credits;
    return { ...reversal, credits };
  });
}

/** Increases with everything that happens to a payment: Stripe only ever adds to its state. */
export function computeRevision({ status, refunds, disputes }: Payment): number {
  const reversals = [...refunds, ...disputes];
  const inactive = reversals.filter(({ isActive }) => !isActive).length;
  return { unpaid: 0, failed: 1, paid: 2 }[status] + reversals.length + inactive;
}
