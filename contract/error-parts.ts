// What the first page of the site needs of the errors. The table of all errors (`errors.ts`) loads with the first error.

/** The clauses that the site also shows without a response. */
export const EARLY_CLAUSES = {
  unauthorized: 'Your session has ended. Please sign in again',
  internal: 'Something went wrong on our side',
} as const;

/**
 * What happened to the credits of the request. `none`: nothing was taken. `refunded`: they were taken and are back.
 * `returning`: they come back within ten minutes, or it is not known whether they were taken.
 */
export const CHARGES = ['none', 'refunded', 'returning'] as const;
export type Charge = (typeof CHARGES)[number];

const CHARGE_STATEMENTS = {
  refunded: 'no credit was taken',
  returning: 'if a credit was taken, it comes back within ten minutes',
} as const satisfies Record<Exclude<Charge, 'none'>, string>;

/**
 * Adds what happened to the credit.
 * @param charge undefined if it is not known.
 * @param uncharged what to say when nothing was taken. @default nothing
 */
export function addCharge(clause: string, charge: Charge | undefined, uncharged?: string): string {
  const statement = charge === 'none' ? uncharged : charge && CHARGE_STATEMENTS[charge];
  return statement === undefined ? clause : `${clause}; ${statement}`;
}
