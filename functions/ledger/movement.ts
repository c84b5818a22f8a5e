/** One credit movement. Its entry id names the cause, so that a cause can never move credits twice. */
export interface Movement {
  userId: string;
  entryId: string;
  kind: 'welcome' | 'refund' | 'purchase' | 'clawback' | 'restore' | 'grant' | 'closed';
  /** Signed, in credits. */
  amount: number;
  /** What caused it: the id of a generation, a checkout session, a refund, a dispute or a grant. */
  ref: string;
}

/** The movement that something yet to be made is paid with: in flight until it is refunded, or has landed. */
export interface Spend extends Omit<Movement, 'kind'> {
  kind: 'spend';
}

/** The credits an account starts with. @param credits 0 or more; 0 opens the account all the same. */
export function welcome(userId: string, credits: number): Movement {
  return { userId, entryId: 'welcome', kind: 'welcome', amount: credits, ref: 'sign-up' };
}

/** The welcome of an account that was opened before its owner's address was known. @param credits above 0. */
export function lateWelcome(userId: string, credits: number): Movement {
  return { userId, entryId: 'welcome#late', kind: 'welcome', amount: credits, ref: 'sign-up' };
}

/** @param cost in credits, above 0. */
export function spend(userId: string, generationId: string, cost: number): Spend {
  return { userId, entryId: `spend#${generationId}`, kind: 'spend', amount: -cost, ref: generationId };
}

/** Gives back what `spend` took for the same generation. @param cost in credits, above 0. */
export function refund(userId: string, generationId: string, cost: number): Movement {
  return { userId, entryId: `refund#${generationId}`, kind: 'refund', amount: cost, ref: generationId };
}

/** A paid pack. @param checkoutSessionId Stripe's: one session is paid once, however many events tell of it. */
export function purchase(userId: string, checkoutSessionId: string, credits: number): Movement {
  return {
    userId,
    entryId: `purchase#${checkoutSessionId}`,
    kind: 'purchase',
    amount: credits,
    ref: checkoutSessionId,
  };
}

/** Takes back what a refunded or disputed payment bought. @param causeId the refund's or dispute's id. */
export function clawback(userId: string, causeId: string, credits: number): Movement {
  return { userId, entryId: `clawback#${causeId}`, kind: 'clawback', amount: -credits, ref: causeId };
}

/** Gives back what a clawback took, when its cause falls away: a dispute won, a refund that failed. */
export function restore(userId: string, causeId: string, credits: number): Movement {
  return { userId, entryId: `restore#${causeId}`, kind: 'restore', amount: credits, ref: causeId };
}

/** What an operator gives, or takes to correct an earlier grant. @param credits signed, not 0. */
export function grant(userId: string, grantId: string, credits: number): Movement {
  return { userId, entryId: `grant#${grantId}`, kind: 'grant', amount: credits, ref: grantId };
}

/** Takes what is left of an account that is closed: once, so that what is paid for later stays to be seen. */
export function forfeiture(userId: string, credits: number): Movement {
  return { userId, entryId: 'closed', kind: 'closed', amount: -credits, ref: 'closing' };
}
