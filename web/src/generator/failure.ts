import { ApiError, isUnauthorized, reasonOf } from '../api/errors.ts';

/** What to tell the creator of a generation that came to nothing. Undefined: something else already has. */
export function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  const reason = reasonOf(error);
  return reason === undefined
    ? 'Failed to generate thumbnail. Please try again.'
    : `Failed to generate thumbnail: ${reason}. Please try again.`;
}

export function isOutOfCredits(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'insufficient_credits' || error.message.includes('Insufficient credits'))
  );
}
