import { addCharge, EARLY_CLAUSES } from '#contract/error-parts.ts';
import { hasCode, isInvalid, isUnauthorized, UserFacingError } from './errors.ts';

/**
 * The sentences that the page makes of an error. What an error says by itself is in `contract/errors.ts`, per code; what
 * an error of the sign-in says is in `session/auth-error.ts`, which only pages with a sign-in load.
 */
export const NO_CREDIT_TAKEN = 'no credit was taken';

/**
 * The reason of a failure, for use inside a sentence: it has no full stop.
 * @param uncharged what to say when nothing was taken. @default nothing
 */
export function explain(error: unknown, uncharged?: string): string {
  if (!(error instanceof UserFacingError)) return EARLY_CLAUSES.internal;
  return addCharge(error.clause, error.charge, uncharged);
}

/**
 * The sentence about an action that failed. Undefined when the end of the session has its own message.
 * @param what what did not happen, for example `Not cancelled`.
 * @param uncharged what to say when nothing was taken. @default nothing
 */
export function composeFailure(what: string, error: unknown, uncharged?: string): string | undefined {
  if (isUnauthorized(error)) return undefined;
  const reason = explain(error, uncharged);
  // An operator suspended the account. The reason says what to do, and another attempt also fails.
  if (hasCode(error, 'account_suspended')) return `${reason}.`;
  return `${what}: ${reason}.${isInvalid(error) ? '' : ' Please try again.'}`;
}

export function describeGenerationFailure(error: unknown): string | undefined {
  return error instanceof UserFacingError
    ? composeFailure('Failed to generate thumbnail', error, NO_CREDIT_TAKEN)
    : 'Failed to generate thumbnail. Please try again.';
}

/** Returns the next step after a failed generation, and what happens to the credit. Empty if the error already says it. */
export function adviseAfterGeneration(error: unknown): string {
  if (hasCode(error, 'content_filtered')) return 'Change the wording first.';
  if (error instanceof UserFacingError && error.charge !== undefined) return '';
  // The server refunds an abandoned generation within seven minutes (docs/architecture.md, "One generation").
  return 'If it was finished, it appears when you reload the page. Otherwise your credit returns within 10 minutes.';
}
