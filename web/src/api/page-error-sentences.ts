import { composeFailure } from './error-sentences.ts';
import { ConnectionError } from './errors.ts';

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
