import { welcomeUser } from '../accounts/welcome.ts';
import { spendEntry } from '../ledger/ledger-table.ts';
import { postEntry } from '../ledger/ledger.ts';
import { filterPauseCheck, filterPauseError } from '../rate-limits/filter-pause.ts';
import { getRateLimit } from '../rate-limits/rate-limits.ts';
import {
  AccountClosedError,
  AccountSuspendedError,
  InsufficientCreditsError,
  InvalidRequestError,
  isOutcomeUnknown,
  UnauthorizedError,
} from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { countCreditsSpent } from '../shared/metrics.ts';
import { GenerationFailedError, toFailure } from './generation-failure.ts';
import { parseThumbnail, type PendingThumbnail, type ThumbnailRecord } from './thumbnails-table-rows.ts';
import { insertPendingWrite } from './thumbnails-table.ts';

interface Requester {
  /** A verified address, which is needed if the account has to be opened first; undefined if unknown. */
  email: string | undefined;
  /** The time of the caller's sign-in (ISO 8601). */
  authenticatedAt: string;
}

/**
 * Takes the credits and inserts the record, in one transaction.
 * @returns the existing record if the id was already used; then nothing was taken.
 * @throws InvalidRequestError for the id of another kind, InsufficientCreditsError, AccountClosedError,
 * AccountSuspendedError, UnauthorizedError, TooManyRequestsError: nothing was taken. GenerationFailedError if the outcome
 * is unknown.
 */
export async function reserveGeneration(
  pending: PendingThumbnail,
  requester: Requester,
): Promise<ThumbnailRecord | undefined> {
  return reserve(pending, requester).catch(throwReserveError);
}

async function reserve(
  pending: PendingThumbnail,
  { email, authenticatedAt }: Requester,
): Promise<ThumbnailRecord | undefined> {
  const { userId, generationId, cost } = pending;
  const rateLimit = getRateLimit('generations', userId);
  const spend = () =>
    postEntry(spendEntry(userId, generationId, cost), {
      companionWrite: insertPendingWrite(pending),
      rateLimitWrite: rateLimit.write,
      pauseCheck: filterPauseCheck(userId),
      authenticatedAt,
    });
  let outcome = await spend();
  if (outcome.kind === 'no_account') {
    await welcomeUser({ userId, email });
    outcome = await spend();
  }
  switch (outcome.kind) {
    case 'posted':
      countCreditsSpent(cost);
      return undefined;
    case 'refused':
      return requireSameKind(parseThumbnail(outcome.existing), pending);
    case 'insufficient':
      throw new InsufficientCreditsError();
    case 'closed':
      throw new AccountClosedError();
    case 'suspended':
      throw new AccountSuspendedError();
    case 'session_ended':
      throw new UnauthorizedError();
    case 'rate_limited':
      throw rateLimit.exceededError();
    case 'paused':
      throw filterPauseError(outcome.pause);
    case 'changed':
    case 'duplicate':
    case 'no_account':
      throw new Error(`The ledger refused the spend of a generation: ${outcome.kind}.`);
  }
}

/** The ids of thumbnails and cut-outs are in one table. */
function requireSameKind(existing: ThumbnailRecord, { kind }: PendingThumbnail): ThumbnailRecord {
  if (existing.kind === kind) return existing;
  throw new InvalidRequestError('generationId was already used for another request');
}

/**
 * After a timeout or a failure of DynamoDB, the credits may have been taken. The record is then pending, and
 * refund-abandoned refunds it. A further call would only add to the load.
 * @throws GenerationFailedError in that case; any other error unchanged.
 */
function throwReserveError(error: unknown): never {
  if (!isOutcomeUnknown(error)) throw error;
  logger.warn('reservation not confirmed', errorTrace(error));
  throw new GenerationFailedError(toFailure(error), { refunded: 'unknown', cause: error });
}
