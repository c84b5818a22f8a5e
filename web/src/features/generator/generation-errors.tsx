import { Link } from 'react-router-dom';
import { ApiError, isUnauthorized, userMessage } from '../../api/errors.ts';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.ts';

const OUT_OF_CREDITS_TOAST = { id: 'out-of-credits', duration: 5_000 };

/** The message for a failed generation. Undefined when the end of the session has its own message. */
export function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  const reason = userMessage(error);
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

export function notifyOutOfCredits(): void {
  notify.error(
    <>
      You have run out of credits. <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    OUT_OF_CREDITS_TOAST,
  );
}

export function BuyMoreCredits() {
  return (
    <LinkButton className="buy-more" variant="brand" to={PATHS.buyCredits}>
      Buy More Credits
    </LinkButton>
  );
}
