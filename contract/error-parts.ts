// The first page of the site needs only these parts of the errors. The table of all errors (`errors.ts`) loads with the first error.

/** The clauses that the site also shows without a response. */
export const EARLY_CLAUSES = {
  unauthorized: 'Your session has ended. Please sign in again',
  internal: 'Something went wrong on our side',
} as const;

/**
 * The effect of the request on the credits. `none`: nothing was taken. `refunded`: the credits were taken and refunded. `returning`: the
 * credits come back within ten minutes, or it is unknown whether credits were taken.
 */
export const CHARGES = ['none', 'refunded', 'returning'] as const;
export type Charge = (typeof CHARGES)[number];

const CHARGE_STATEMENTS = {
  refunded: 'no credit was taken',
  returning: 'if a credit was taken, it comes back within ten minutes',
} as const satisfies Record<Exclude<Charge, 'none'>, string>;

/**
 * Adds the effect on the credits to a clause.
 * @param charge undefined if the effect is not known.
 * @param uncharged the statement for a request that took nothing. @default nothing
 */
export function addCharge(clause: string, charge: Charge | undefined, uncharged?: string): string {
  const statement = charge === 'none' ? uncharged : charge && CHARGE_STATEMENTS[charge];
  return statement === undefined ? clause : `${clause}; ${statement}`;
}
