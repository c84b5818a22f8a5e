import * as z from 'zod/mini';
import { PACK_IDS, type PackId } from '../../contract/packs.ts';
import { operatorAction, type OperatorAction } from '../../contract/operator-action.ts';
import { findItem, findSettledItem, queryItems, scanPage } from '../shared/dynamodb-reads.ts';
import { tryUpdate, updateIf, updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, allOf, anyOf, atMost, buildUpdate, present, type Condition } from '../shared/expressions.ts';
import { atKey, openTable } from '../shared/tables.ts';

export const USERS = openTable('users');

/** One account. Times are ISO 8601, UTC. */
const user = z.object({
  id: z.string(),
  /** The balance. Never negative by design, but an audit must be able to read a wrong balance, too. */
  credits: z.int(),
  /** Credits of refunded or disputed payments that were already spent. Later purchases settle it. @default 0 */
  shortfall: z.optional(z.int()),
  /** By pack: the bought credits that were not refunded or disputed (`listPacks`). */
  packs: z.record(z.string(), z.int()),
  createdAt: z.string(),
  closedAt: z.optional(z.string()),
  /** Set while the welcome credits are due: the time from which they can be granted. */
  welcomeDueAt: z.optional(z.string()),
  stripeCustomerId: z.optional(z.string()),
  /** Tokens of a sign-in before this time, and API keys that are older, are refused. Set by a password reset. */
  tokensValidFrom: z.optional(z.string()),
  suspendedAt: z.optional(z.string()),
  /** The hash of the mailbox, once the account is one of its accounts. A deleted account has none. */
  mailbox: z.optional(z.string()),
  /** What operators did to the account, oldest first. */
  operatorActions: z.optional(z.array(operatorAction)),
});
export type User = z.infer<typeof user>;

/**
 * The packs that an account has. It loses a pack when all credits of the pack's purchases were taken back, so it keeps a pack
 * that was bought twice and refunded once, or refunded in part.
 */
export function listPacks(user: Pick<User, 'packs'> | undefined): PackId[] {
  return PACK_IDS.filter((pack) => (user?.packs[pack] ?? 0) > 0);
}

/** The condition that an account accepts the tokens of a sign-in. @param authenticatedAt its time (ISO 8601). */
export function acceptsSession(authenticatedAt: string): Condition {
  return anyOf(absent('tokensValidFrom'), atMost('tokensValidFrom', authenticatedAt));
}

/** Without this condition, an update would create an account without a balance. */
const EXISTS = present('id');

/** The place of an account. */
export const atUser = (userId: string) => atKey(USERS, { id: userId });

/** @throws a zod error when the item does not match the schema. */
export function parseUser(item: unknown): User {
  return user.parse(item);
}

/** @returns undefined if the user has no account. @throws a zod error when the item does not match the schema. */
export async function findUser(userId: string): Promise<User | undefined> {
  const item = await readItem(userId);
  return item && parseUser(item);
}

/** Whether a user has an account, even one that does not match the schema. */
export async function hasUser(userId: string): Promise<boolean> {
  return (await readItem(userId)) !== undefined;
}

function readItem(userId: string): Promise<Record<string, unknown> | undefined> {
  return findItem(USERS, { id: userId });
}

/**
 * Like `findUser`, but a transactional read, which fails while a transaction on the account is in progress.
 * @returns `conflict` in that case.
 */
export async function findUserInTransaction(userId: string): Promise<User | 'conflict' | undefined> {
  const item = await findSettledItem(USERS, { id: userId });
  return item === 'conflict' ? item : item && parseUser(item);
}

/** Reads one page of accounts, not parsed, so that one invalid item does not hide the others. */
export async function scanUsers(
  after: string | undefined,
  limit: number,
): Promise<{ items: Record<string, unknown>[]; next: string | undefined }> {
  const { items, next } = await scanPage(USERS, {
    limit,
    after: after === undefined ? undefined : { id: after },
  });
  return { items, next: next && userKey.parse(next).id };
}

const userKey = z.pick(user, { id: true });

/** Defers the welcome credits of an account. @param time ISO 8601, UTC. */
export async function setWelcomeDue(userId: string, time: string): Promise<void> {
  await updateItem({ ...atUser(userId), ...buildUpdate({ set: { welcomeDueAt: time }, if: EXISTS }) });
}

/**
 * Remembers the Stripe customer of a user, and replaces an earlier one.
 * @returns false for a closed account. @throws Error if there is no account.
 */
export async function setStripeCustomer(userId: string, stripeCustomerId: string): Promise<boolean> {
  const { isWritten, item } = await tryUpdate({
    ...atUser(userId),
    ...buildUpdate({ set: { stripeCustomerId }, if: allOf(EXISTS, absent('closedAt')) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  if (!isWritten && item === undefined) throw new Error('There is no account for the Stripe customer.');
  return isWritten;
}

/**
 * Refuses the tokens of every sign-in before a time, and the API keys that were created before it. The count of keys starts again.
 * @param time ISO 8601, UTC.
 * @returns false if there is no account.
 */
export async function setTokensValidFrom(userId: string, time: string): Promise<boolean> {
  return updateIf({
    ...atUser(userId),
    ...buildUpdate({ set: { tokensValidFrom: time }, remove: ['keyCount'], if: EXISTS }),
  });
}

/**
 * Remembers the mailbox of an open account that has none yet.
 * @param suspendedAt suspends the account, too, if it is not suspended (ISO 8601, UTC).
 */
export async function setMailbox(userId: string, mailbox: string, suspendedAt?: string): Promise<void> {
  await updateIf({
    ...atUser(userId),
    ...buildUpdate({
      set: { mailbox },
      setIfAbsent: { suspendedAt },
      if: allOf(EXISTS, absent('closedAt'), absent('mailbox')),
    }),
  });
}

/**
 * The write of an operator's action, which records it; fails if there is no open account, or if the account already is in
 * the state that a suspension or its end leads to.
 */
export function operatorActionWrite(userId: string, action: OperatorAction): TransactItem {
  const append = { operatorActions: [action] };
  const open = [present('id'), absent('closedAt')];
  const changes = {
    suspend: { append, set: { suspendedAt: action.at }, if: allOf(...open, absent('suspendedAt')) },
    resume: { append, remove: ['suspendedAt'], if: allOf(...open, present('suspendedAt')) },
    release: { append, remove: ['suspendedAt'], if: allOf(...open) },
  };
  return { Update: { ...atUser(userId), ...buildUpdate(changes[action.action]) } };
}

/** Only accounts whose deletion is not finished have the attribute `closing`, which is the key of a sparse index. */
const CLOSING = 'yes';

/**
 * Closes an account: it can no longer be spent from or opened again. Creates a closed account for a user without one,
 * because their token stays valid. Idempotent: the first time is kept.
 * @param now ISO 8601, UTC.
 * @param authenticatedAt the sign-in that requests it (ISO 8601); undefined for a deletion that is completed.
 * @returns false if the account does not accept tokens of that sign-in.
 */
export async function markAccountDeleted(
  userId: string,
  now: string,
  authenticatedAt?: string,
): Promise<boolean> {
  return updateIf({
    ...atUser(userId),
    ...buildUpdate({
      set: { closing: CLOSING },
      setIfAbsent: { closedAt: now, createdAt: now, credits: 0, packs: {} },
      if: authenticatedAt === undefined ? undefined : acceptsSession(authenticatedAt),
    }),
  });
}

/** Lists the users whose accounts were closed before `closedBefore` (ISO 8601) and not yet finished, oldest first. */
export async function* listUnfinishedDeletions(closedBefore: string): AsyncGenerator<string> {
  const query = { index: 'closing', partition: CLOSING, below: closedBefore } as const;
  for await (const item of queryItems(USERS, query)) yield userKey.parse(item).id;
}

/**
 * Removes an attribute of an account. Its deletion is finished when `closing` is removed.
 * @throws ConditionalCheckFailedException if there is no account.
 */
export async function removeAttribute(userId: string, attribute: keyof User | 'closing'): Promise<void> {
  await updateItem({ ...atUser(userId), ...buildUpdate({ remove: [attribute], if: EXISTS }) });
}
