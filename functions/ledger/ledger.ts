import { transact, type ConditionResult, type TransactItem } from '../shared/dynamodb-writes.ts';
import { insertEntryWrite, type NewEntry } from './ledger-table.ts';
import { changeBalanceWrite, createUserWrite } from './users-table.ts';

/** The outcome of posting an entry. Only `posted` changed anything. */
export type PostOutcome =
  | { kind: 'posted' }
  /** Duplicate entry: this cause was already booked. */
  | { kind: 'duplicate' }
  /** The balance is too low. */
  | { kind: 'insufficient' }
  /** The user has no account yet. */
  | { kind: 'no_account' }
  /** The account is closed, and this kind of entry requires an open one. */
  | { kind: 'closed' }
  /** The rate limit is exceeded. */
  | { kind: 'rate_limited' }
  /** The condition of the companion write failed; `existing` is the item that it found. */
  | { kind: 'refused'; existing: Record<string, unknown> | undefined };

interface PostOptions {
  /** A write that belongs to the entry, such as the thumbnail's record. If its condition fails, nothing is written. */
  companionWrite?: TransactItem;
  /** The write that counts against a rate limit. If its condition fails, nothing is written. */
  rateLimitWrite?: TransactItem;
}

/**
 * The kinds that require an open account. A purchase does not: Stripe already has the money, so it is booked in any case.
 */
const REQUIRES_OPEN_ACCOUNT: ReadonlySet<NewEntry['kind']> = new Set(['welcome', 'grant', 'spend']);

/**
 * Posts an entry. The entry, the balance and the companion write are one transaction, so the balance always equals the
 * sum of the entries, and each cause is booked once.
 * @throws what `transact` throws; the outcome is then unknown, and posting the same entry again is safe.
 */
export async function postEntry(
  entry: NewEntry,
  { companionWrite, rateLimitWrite }: PostOptions = {},
): Promise<PostOutcome> {
  const companionWrites = companionWrite === undefined ? [] : [companionWrite];
  const conditions = await transact([
    ...companionWrites,
    insertEntryWrite(entry),
    changeBalanceWrite(entry.userId, entry.amount, REQUIRES_OPEN_ACCOUNT.has(entry.kind)),
    ...(rateLimitWrite === undefined ? [] : [rateLimitWrite]),
  ]);
  if (conditions === undefined) return { kind: 'posted' };
  const companion = companionWrites.length > 0 ? conditions[0] : undefined;
  return explainRefusal(entry, companion, conditions.slice(companionWrites.length));
}

/** A repeated request fails several conditions at once. This order reports the earliest cause first. */
function explainRefusal(
  { kind, amount }: NewEntry,
  companion: ConditionResult | undefined,
  [entry, balance, rateLimit]: readonly ConditionResult[],
): PostOutcome {
  if (companion?.failed === true) return { kind: 'refused', existing: companion.existing };
  const user = balance?.existing;
  if (REQUIRES_OPEN_ACCOUNT.has(kind) && user !== undefined && 'closedAt' in user) return { kind: 'closed' };
  if (entry?.failed === true) return { kind: 'duplicate' };
  if (balance?.failed === true && user === undefined) return { kind: 'no_account' };
  if (balance?.failed === true && amount < 0) return { kind: 'insufficient' };
  if (rateLimit?.failed === true) return { kind: 'rate_limited' };
  throw new Error(`The entry ${kind} was refused for an unknown reason.`);
}

interface OpenOptions {
  /** A write whose condition can prevent opening the account with these credits. */
  companionWrite?: TransactItem;
  /** Whether the account still has to receive its welcome credits. @default false */
  welcomeDue?: boolean;
}

/** Opens an account with its first entry. @returns `existing` if the user already has an account. */
export async function openAccount(
  entry: NewEntry,
  { companionWrite, welcomeDue = false }: OpenOptions = {},
): Promise<'opened' | 'existing' | 'refused'> {
  const conditions = await transact([
    insertEntryWrite(entry),
    createUserWrite(entry.userId, entry.amount, welcomeDue),
    ...(companionWrite === undefined ? [] : [companionWrite]),
  ]);
  if (conditions === undefined) return 'opened';
  const [first, account] = conditions;
  return first?.failed === true || account?.failed === true ? 'existing' : 'refused';
}
