import { transact, type ConditionResult, type TransactItem } from '../shared/dynamodb-writes.ts';
import { insertEntryWrite, type NewEntry } from './ledger-table.ts';
import { changeBalanceWrite, createUserWrite, type ExpectedBalance } from './users-table-balance.ts';

/** The outcome of posting an entry. Only `posted` changed anything. */
export type PostOutcome =
  | { kind: 'posted' }
  /** Duplicate entry: this cause was already booked. */
  | { kind: 'duplicate' }
  /** The balance is too low. */
  | { kind: 'insufficient' }
  /** The user has no account yet. */
  | { kind: 'no_account' }
  /** The balance or the shortfall is not the expected one. */
  | { kind: 'changed' }
  /** The account is closed, and this kind of entry requires an open one. */
  | { kind: 'closed' }
  /** The account is suspended, and this kind of entry requires one that is not. */
  | { kind: 'suspended' }
  /** The account does not accept tokens of the caller's sign-in. */
  | { kind: 'session_ended' }
  /** The rate limit is exceeded. */
  | { kind: 'rate_limited' }
  /** The user is paused; `pause` is the item that the pause check found. */
  | { kind: 'paused'; pause: Record<string, unknown> | undefined }
  /** The condition of the companion write failed; `existing` is the item that it found. */
  | { kind: 'refused'; existing: Record<string, unknown> | undefined };

interface PostOptions {
  /** A write that belongs to the entry, such as the thumbnail's record. If its condition fails, nothing is written. */
  companionWrite?: TransactItem;
  /** The write that counts against a rate limit. If its condition fails, nothing is written. */
  rateLimitWrite?: TransactItem;
  /** The condition that the user is not paused. If it fails, nothing is written. */
  pauseCheck?: TransactItem;
  /** The time of the caller's sign-in (ISO 8601). If the account does not accept its tokens, nothing is written. */
  authenticatedAt?: string;
  /** A second entry of the same cause, booked in the same transaction. Its balance must not become negative. */
  withEntry?: NewEntry | undefined;
  /** The balance that the caller has read. If it has changed, nothing is written. */
  expected?: ExpectedBalance;
}

/**
 * The kinds that require an open account. A purchase does not: Stripe already has the money, so it is booked in any case.
 */
const REQUIRES_OPEN_ACCOUNT: ReadonlySet<NewEntry['kind']> = new Set(['welcome', 'grant', 'spend']);

/** The kinds that require an account that is not suspended. */
const REQUIRES_ACTIVE_ACCOUNT: ReadonlySet<NewEntry['kind']> = new Set(['spend']);

/**
 * Posts an entry. The entry, the balance and the companion write are one transaction, so the balance always equals the
 * sum of the entries, and each cause is booked once.
 * @throws what `transact` throws; the outcome is then unknown, and posting the same entry again is safe.
 */
export async function postEntry(
  entry: NewEntry,
  { companionWrite, rateLimitWrite, pauseCheck, authenticatedAt, withEntry, expected = {} }: PostOptions = {},
): Promise<PostOutcome> {
  const items = [
    ...(companionWrite === undefined ? [] : [companionWrite]),
    insertEntryWrite(entry),
    changeBalanceWrite({
      userId: entry.userId,
      amount: entry.amount + (withEntry?.amount ?? 0),
      shortfall: (entry.shortfall ?? 0) + (withEntry?.shortfall ?? 0),
      requireOpen: REQUIRES_OPEN_ACCOUNT.has(entry.kind),
      requireActive: REQUIRES_ACTIVE_ACCOUNT.has(entry.kind),
      authenticatedAt,
      expected,
    }),
    ...(rateLimitWrite === undefined ? [] : [rateLimitWrite]),
    ...(pauseCheck === undefined ? [] : [pauseCheck]),
    ...(withEntry === undefined ? [] : [insertEntryWrite(withEntry)]),
  ];
  const conditions = await transact(items);
  if (conditions === undefined) return { kind: 'posted' };
  const companion = companionWrite && conditions[0];
  const others = conditions.slice(companionWrite === undefined ? 0 : 1);
  // First, because the item of the companion write must not reach a caller whose session has ended.
  if (hasEnded(others[1]?.existing, authenticatedAt)) return { kind: 'session_ended' };
  const pause = pauseCheck && conditions[items.indexOf(pauseCheck)];
  // If another condition failed, too, it is the earlier cause: a repeated request or an empty balance.
  if (pause?.failed === true && conditions.filter(({ failed }) => failed).length === 1) {
    return { kind: 'paused', pause: pause.existing };
  }
  const isExact = expected.credits !== undefined || expected.shortfall !== undefined;
  return explainRefusal(entry, companion, others, isExact);
}

/** @param user an account that is still to be parsed. */
function hasEnded(user: Record<string, unknown> | undefined, authenticatedAt: string | undefined): boolean {
  const validFrom = user?.['tokensValidFrom'];
  return authenticatedAt !== undefined && typeof validFrom === 'string' && validFrom > authenticatedAt;
}

/** A repeated request fails several conditions at once. This order reports the earliest cause first. */
function explainRefusal(
  { kind, amount }: NewEntry,
  companion: ConditionResult | undefined,
  [entry, balance, rateLimit]: readonly ConditionResult[],
  isExact: boolean,
): PostOutcome {
  if (companion?.failed === true) return { kind: 'refused', existing: companion.existing };
  const user = balance?.existing;
  if (REQUIRES_OPEN_ACCOUNT.has(kind) && user !== undefined && 'closedAt' in user) return { kind: 'closed' };
  if (entry?.failed === true) return { kind: 'duplicate' };
  if (REQUIRES_ACTIVE_ACCOUNT.has(kind) && user !== undefined && 'suspendedAt' in user) {
    return { kind: 'suspended' };
  }
  if (balance?.failed === true && user === undefined) return { kind: 'no_account' };
  if (balance?.failed === true && isExact) return { kind: 'changed' };
  if (balance?.failed === true && amount < 0) return { kind: 'insufficient' };
  if (rateLimit?.failed === true) return { kind: 'rate_limited' };
  throw new Error(`The entry ${kind} was refused for an unknown reason.`);
}

interface OpenOptions extends Pick<PostOptions, 'companionWrite' | 'rateLimitWrite'> {
  /** The time from which the welcome credits can be granted, if they are due (ISO 8601, UTC). */
  welcomeDueAt?: string;
}

/**
 * Opens an account with its first entry.
 * @returns `existing` if the user already has an account; `refused` or `rate_limited` if the condition of the companion
 * write or of the rate limit failed.
 */
export async function openAccount(
  entry: NewEntry,
  { companionWrite, rateLimitWrite, welcomeDueAt }: OpenOptions = {},
): Promise<'opened' | 'existing' | 'refused' | 'rate_limited'> {
  const conditions = await transact([
    insertEntryWrite(entry),
    createUserWrite(entry.userId, entry.amount, welcomeDueAt),
    ...(companionWrite === undefined ? [] : [companionWrite]),
    ...(rateLimitWrite === undefined ? [] : [rateLimitWrite]),
  ]);
  if (conditions === undefined) return 'opened';
  const [first, account, third] = conditions;
  if (first?.failed === true || account?.failed === true) return 'existing';
  return companionWrite !== undefined && third?.failed === true ? 'refused' : 'rate_limited';
}
