/** One checkout session and all that has become of its payment, as Stripe tells it at one moment. */
export interface Payment {
  sessionId: string;
  /** `client_reference_id`: whose credits these are. */
  userId: string;
  /** The one price of the session; undefined where it is not exactly one pack. */
  priceId: string | undefined;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  status: 'unpaid' | 'failed' | 'paid';
  receiptUrl: string | undefined;
  /** Oldest first. */
  refunds: Taking[];
  disputes: Taking[];
}

/** Money that went back, or may go back. */
export interface Taking {
  /** The refund's or dispute's id. */
  id: string;
  /** In minor units. */
  amount: number;
  /** False once it has fallen away: a refund that failed, a dispute won. */
  stands: boolean;
}

/** What one refund or dispute takes back, in credits. */
export interface Clawback {
  causeId: string;
  credits: number;
  stands: boolean;
}

/**
 * What refunds and disputes take back, in proportion to the money. Each takes the difference that it makes to the
 * whole, so that parts add up to what one refund of all would take, whatever order their events come in.
 * @param credits what the payment bought.
 */
export function clawbacks({ amount, refunds, disputes }: Payment, credits: number): Clawback[] {
  let returned = 0;
  return [...refunds, ...disputes].map(({ id, amount: part, stands }) => {
    if (!stands) return { causeId: id, credits: 0, stands };
    const before = share(returned, amount, credits);
    returned = Math.min(amount, returned + part);
    return { causeId: id, credits: share(returned, amount, credits) - before, stands };
  });
}

/** Rounded to the creator's favour. */
function share(returned: number, amount: number, credits: number): number {
  return Math.floor((credits * returned) / amount);
}

/**
 * What is still to be taken for each cause. What a cause was taken for stays as it was taken, though what stands may
 * have changed since; the last new cause takes what is then missing of the whole, so that money which went back in full
 * takes all that it bought, and no more.
 * @param asked by cause: what has been taken for it, or found missing, before.
 */
export function outstanding(all: readonly Clawback[], asked: ReadonlyMap<string, number>): Clawback[] {
  const standing = all.filter(({ stands }) => stands);
  const isNew = ({ causeId }: Clawback) => !asked.has(causeId);
  let left = standing.reduce((sum, { causeId, credits }) => sum + credits - (asked.get(causeId) ?? 0), 0);
  const fresh = standing.filter(isNew);
  return fresh.map((taking, index) => {
    const credits = Math.max(0, index === fresh.length - 1 ? left : Math.min(taking.credits, left));
    left -= credits;
    return { ...taking, credits };
  });
}
