import { composeFailure } from './error-sentences.ts';
import { ConnectionError, hasCode, isOutcomeUnknown, UserFacingError } from './errors.ts';

// The sentences of `error-sentences.ts` that only pages behind the first one need.

export const describePurchaseFailure = (error: unknown): string | undefined =>
  composeFailure('Purchase failed', error, 'nothing was charged');

/** @param what for example `A thumbnail`. */
export const describeDeletionFailure = (what: string, error: unknown): string | undefined =>
  composeFailure(`${what} could not be deleted`, error);

export const describeAccountDeletionFailure = (error: unknown): string | undefined =>
  error instanceof ConnectionError
    ? 'The connection was lost before we heard that your account is deleted. Please try again.'
    : composeFailure('Deleting your account has not finished', error);

export const describeBrandFailure = (error: unknown): string | undefined =>
  composeFailure('Your brand was not saved', error);

/** True if an error says that its request has cost no credit. */
export const isUncharged = (error: unknown): boolean =>
  error instanceof UserFacingError && (error.charge === 'none' || error.charge === 'refunded');

export function describeCancelFailure(error: unknown): string | undefined {
  if (hasCode(error, 'in_progress')) return 'It is being generated now, so it can no longer be cancelled.';
  return isOutcomeUnknown(error) || hasCode(error, 'internal')
    ? 'We did not hear whether it was cancelled. If it was, this page says so.'
    : composeFailure('Not cancelled', error);
}
