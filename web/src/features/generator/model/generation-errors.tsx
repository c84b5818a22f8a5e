import { ApiError, ConnectionError, isSuspended, isUnauthorized, userMessage } from '../../../api/errors.ts';
import { formatCredits, formatDay } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';
import { StillGeneratingError } from './generate.ts';

const OUT_OF_CREDITS_TOAST = { id: 'out-of-credits', duration: 5_000 };

/** What the preview shows until the next attempt. */
export interface Failure {
  message: string;
  /** What to do, and whether a credit was taken, unless the message says it. */
  advice?: string;
}

export const OFFLINE: Failure = { message: 'You are offline. Nothing was sent.' };

/** Undefined when the end of the session has its own message. */
export function describeFailure(error: unknown): Failure | undefined {
  const message = failureMessage(error);
  return message === undefined ? undefined : { message, advice: adviceFor(error, message) };
}

/** The generation may still end with a thumbnail, although the browser no longer waits for it. */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof StillGeneratingError;
}

/** The server refunds an abandoned generation within seven minutes (docs/architecture.md, "One generation"). */
function adviceFor(error: unknown, message: string): string {
  if (isOutcomeOpen(error)) {
    return 'If it was finished, it appears when you reload the page. Otherwise your credit returns within 10 minutes.';
  }
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'internal') return 'If a credit was taken, it returns within 10 minutes.';
  const change = code === 'content_filtered' ? ['Change the wording first.'] : [];
  return [...change, ...(/credit was taken|was charged/.test(message) ? [] : ['No credit was taken.'])].join(
    ' ',
  );
}

/** The message for a failed generation. Undefined when the end of the session has its own message. */
export function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  if (isSuspended(error)) return error.message;
  const reason = userMessage(error);
  return reason === undefined
    ? 'Failed to generate thumbnail. Please try again.'
    : `Failed to generate thumbnail: ${reason}. Please try again.`;
}

/** The creator canceled the generation while it waited, perhaps on another device. */
export const isCanceled = (error: unknown) =>
  error instanceof ApiError && error.code === 'generation_canceled';

export function notifyCanceled(): void {
  notify.success('Cancelled. Your credit is back.', { id: 'canceled' });
}

export function describeCancelFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'in_progress') {
    return 'It is being generated now, so it can no longer be cancelled.';
  }
  return `Not cancelled: ${userMessage(error) ?? 'something went wrong'}. Please try again.`;
}

export function isOutOfCredits(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'insufficient_credits' || error.message.includes('Insufficient credits'))
  );
}

/** @param welcomeDueAt when the welcome credits arrive (ISO 8601), if they are due. */
export function notifyOutOfCredits(welcomeDueAt: string | undefined): void {
  notify.error(
    <>
      You have run out of credits.{' '}
      {welcomeDueAt !== undefined && `Your welcome credits arrive on ${formatDay(welcomeDueAt)}. `}
      <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    OUT_OF_CREDITS_TOAST,
  );
}

/** For several generations at once, of which the balance pays only some. */
export function notifyTooFewCredits(cost: number, balance: number): void {
  notify.error(
    <>
      Three versions cost {formatCredits(cost)}, and you have {balance}.{' '}
      <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    OUT_OF_CREDITS_TOAST,
  );
}
