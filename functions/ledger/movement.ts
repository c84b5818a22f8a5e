/** One credit movement. Its entry id names the cause, so that a cause can never move credits twice. */
export interface Movement {
  userId: string;
  entryId: string;
  kind: 'welcome' | 'spend' | 'refund';
  /** Signed, in credits. */
  amount: number;
  /** What caused it: a generation's id, or the event that opened the account. */
  ref: string;
}

/** The credits an account starts with. @param credits 0 or more; 0 opens the account all the same. */
export function welcome(userId: string, credits: number): Movement {
  return { userId, entryId: 'welcome', kind: 'welcome', amount: credits, ref: 'sign-up' };
}

/** @param cost in credits, above 0. */
export function spend(userId: string, generationId: string, cost: number): Movement {
  return { userId, entryId: `spend#${generationId}`, kind: 'spend', amount: -cost, ref: generationId };
}

/** Gives back what `spend` took for the same generation. @param cost in credits, above 0. */
export function refund(userId: string, generationId: string, cost: number): Movement {
  return { userId, entryId: `refund#${generationId}`, kind: 'refund', amount: cost, ref: generationId };
}
