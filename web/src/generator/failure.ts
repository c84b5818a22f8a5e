import { ApiError, ConnectionError, isUnauthorized } from '../api/errors.ts';
import { StillGeneratingError } from './generate.ts';

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

/** The error's sentence without its full stop; nothing for an error that was not meant to be read. */
function reasonOf(error: unknown): string | undefined {
  const known =
    error instanceof ApiError || error instanceof ConnectionError || error instanceof StillGeneratingError;
  return known ? error.message.replace(/\.$/, '') : undefined;
}
