import { randomInt, randomUUID } from 'node:crypto';
import { welcomeUser } from '../../accounts/welcome.ts';
import { prepareImageUrls } from '../../images/image-urls.ts';
import { spendEntry } from '../../credits/ledger/new-entries.ts';
import { OPEN_ACCOUNT, postEntry } from '../../credits/ledger/ledger.ts';
import { acceptsSession } from '../../credits/ledger/users-table.ts';
import { SEED_LIMIT } from '../../models/adapter.ts';
import { filterPauseCheck, filterPauseError } from '../../platform/rate-limits/filter-pause.ts';
import { getRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  AccountClosedError,
  CodedError,
  InvalidRequestError,
  isOutcomeUnknown,
} from '../../platform/errors.ts';
import type { TransactItem } from '../../platform/dynamodb-writes.ts';
import { absent } from '../../platform/expressions.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { countCreditsSpent } from '../../platform/metrics.ts';
import { GenerationFailedError, toFailure } from '../table/generation-failure.ts';
import { parseGeneration, type PendingGeneration, type Generation } from '../table/rows.ts';
import { insertPendingWrite } from '../table/life-cycle.ts';

/** The fields of a generation that come from the request. */
type NewGeneration = Omit<
  PendingGeneration,
  'seed' | 'model' | 'cost' | 'status' | 'createdAt' | 'startedAt' | 'attemptId'
>;

/** Creates the row of a new generation. @param model the model that is tried first. Its cost is the price. */
export function createPending(
  fields: NewGeneration,
  { id: model, cost }: { id: string; cost: number },
): PendingGeneration {
  const createdAt = new Date().toISOString();
  const seed = randomInt(1, SEED_LIMIT);
  const attemptId = randomUUID();
  return { ...fields, model, cost, seed, status: 'pending', createdAt, startedAt: createdAt, attemptId };
}

export interface Requester {
  /** A verified address, which is needed to open a missing account. Undefined if the address is unknown. */
  email: string | undefined;
  /** The time of the caller's sign-in (ISO 8601). */
  authenticatedAt: string;
}

/**
 * Additional conditions of the transaction. Each condition has its write, and the error for a refusal. A repeated request does not check
 * the conditions.
 */
export type Guards = Readonly<
  Record<string, { write: TransactItem; refuse: (item: Record<string, unknown> | undefined) => Error }>
>;

/**
 * Takes the credits and inserts the generation, in one transaction.
 * @returns the existing generation if the id was already used. Then nothing was taken.
 * @throws InvalidRequestError for the id of another kind, `insufficient_credits`, `not_found` for the id of an expired generation,
 * AccountClosedError, `account_suspended`, `unauthorized`, TooManyRequestsError, the error of a guard, and `internal` if URLs of images
 * cannot be signed: nothing was taken. GenerationFailedError if the outcome is unknown.
 */
export async function reserveGeneration(
  pending: PendingGeneration,
  requester: Requester,
  guards: Guards = {},
): Promise<Generation | undefined> {
  await prepareImageUrls();
  return reserve(pending, requester, guards).catch(throwReserveError);
}

async function reserve(
  pending: PendingGeneration,
  { email, authenticatedAt }: Requester,
  guards: Guards,
): Promise<Generation | undefined> {
  const { userId, generationId, cost } = pending;
  const rateLimit = getRateLimit('generations', userId);
  const spend = () =>
    postEntry<string, string>(spendEntry(userId, generationId, cost, pending), {
      account: {
        session: acceptsSession(authenticatedAt),
        open: OPEN_ACCOUNT,
        active: absent('suspendedAt'),
      },
      writes: {
        ...Object.fromEntries(Object.entries(guards).map(([name, { write }]) => [name, write])),
        generation: insertPendingWrite(pending),
        rateLimit: rateLimit.write,
        pause: filterPauseCheck(userId),
      },
    });
  let refusals = await spend();
  if (refusals?.has('noAccount') === true && !refusals.has('generation')) {
    await welcomeUser({ userId, email });
    refusals = await spend();
  }
  if (refusals === undefined) {
    countCreditsSpent(cost);
    return undefined;
  }
  // The session is checked first, because a caller whose session has ended must not get the existing generation.
  if (refusals.has('session')) throw new CodedError('unauthorized');
  if (refusals.has('generation'))
    return requireSameKind(parseGeneration(refusals.findItem('generation')), pending);
  if (refusals.has('open')) throw new AccountClosedError();
  // An earlier generation with this id failed, and its row has expired. Its ledger entries remain.
  if (refusals.has('duplicate')) throw new CodedError('not_found');
  if (refusals.has('active')) throw new CodedError('account_suspended');
  for (const [name, { refuse }] of Object.entries(guards)) {
    if (refusals.has(name)) throw refuse(refusals.findItem(name));
  }
  if (refusals.has('insufficient')) throw new CodedError('insufficient_credits');
  if (refusals.has('rateLimit')) throw rateLimit.exceededError();
  if (refusals.has('pause')) throw filterPauseError(refusals.findItem('pause'));
  throw new Error(`The ledger refused the spend of a generation: ${refusals.names.join(', ')}.`);
}

/** Requires that an existing generation has the same kind, because thumbnails, edits and cut-outs share one table. */
function requireSameKind(existing: Generation, { kind }: PendingGeneration): Generation {
  if (existing.kind === kind) return existing;
  throw new InvalidRequestError('generationId was already used for another request', {
    params: { field: 'generationId' },
  });
}

/**
 * Handles a timeout or a failure of DynamoDB, after which the credits may have been taken. The generation is then pending, and
 * refund-abandoned refunds it. This function makes no further call, because another call would only add to the load.
 * @throws GenerationFailedError in that case; any other error unchanged.
 */
function throwReserveError(error: unknown): never {
  if (!isOutcomeUnknown(error)) throw error;
  logger.warn('reservation not confirmed', errorTrace(error));
  throw new GenerationFailedError(toFailure(error), { charge: 'returning', cause: error });
}
