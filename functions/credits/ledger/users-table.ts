import * as z from 'zod/mini';
import { PACK_IDS, type PackId } from '#contract/packs.ts';
import { operatorAction, type OperatorAction } from '#contract/operator-action.ts';
import { findItem, findSettledItem, queryItems, scanPage } from '../../platform/dynamodb-reads.ts';
import { tryUpdate, updateIf, updateItem, type TransactItem } from '../../platform/dynamodb-writes.ts';
import {
  absent,
  allOf,
  anyOf,
  atMost,
  buildUpdate,
  present,
  type Condition,
} from '../../platform/expressions.ts';
import { atKey, openTable } from '../../platform/tables.ts';

export const USERS = openTable('users');

/** An account. Times are ISO 8601, UTC. */
const user = z.object({
  id: z.string(),
  /** The balance. It is never negative by design, but the schema allows negative numbers, so that an audit can read a wrong balance. */
  credits: z.int(),
  /** Credits of refunded or disputed payments that were already spent. Later purchases settle it. @default 0 */
  shortfall: z.optional(z.int()),
  /** The bought credits that were not refunded or disputed, by pack (`listPacks`). */
  packs: z.record(z.string(), z.int()),
  createdAt: z.string(),
  closedAt: z.optional(z.string()),
  /** The earliest time at which the welcome credits can be granted. Present only while the credits are due. */
  welcomeDueAt: z.optional(z.string()),
  stripeCustomerId: z.optional(z.string()),
  /** A password reset sets this time. Tokens of an earlier sign-in and older API keys are refused. */
  tokensValidFrom: z.optional(z.string()),
  suspendedAt: z.optional(z.string()),
  /** The hash of the mailbox. Absent until the account is connected with its mailbox, and after the deletion. */
  mailbox: z.optional(z.string()),
  /** The operators' actions on the account, oldest first. */
  operatorActions: z.optional(z.array(operatorAction)),
});
export type User = z.infer<typeof user>;

const accountState = z.pick(user, { suspendedAt: true, closedAt: true, shortfall: true });

/**
 * Lists the packs that an account has. An account loses a pack when all credits of the pack's purchases were taken back. The account
 * therefore keeps a pack that was bought twice and refunded once, or that was refunded in part.
 */
export function listPacks(user: Pick<User, 'packs'> | undefined): PackId[] {
  return PACK_IDS.filter((pack) => (user?.packs[pack] ?? 0) > 0);
}

/** Requires that an account accepts the tokens of a sign-in. @param authenticatedAt the time of the sign-in (ISO 8601). */
export function acceptsSession(authenticatedAt: string): Condition {
  return anyOf(absent('tokensValidFrom'), atMost('tokensValidFrom', authenticatedAt));
}

/** Requires that the account exists. Without this condition, an update would create an account without a balance. */
const EXISTS = present('id');

/** Names the row of an account for a read or a write. */
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

/**
 * Finds the state of an account that counts for the other accounts of its mailbox. Another field that does not match the schema of an
 * account therefore does not stop the other accounts.
 * @returns undefined if the user has no account. @throws a zod error when the state itself does not match the schema.
 */
export async function findAccountState(userId: string): Promise<z.infer<typeof accountState> | undefined> {
  const item = await readItem(userId);
  return item && accountState.parse(item);
}

/** Returns true if a user has an account, even if the account does not match the schema. */
export async function hasUser(userId: string): Promise<boolean> {
  return (await readItem(userId)) !== undefined;
}

function readItem(userId: string): Promise<Record<string, unknown> | undefined> {
  return findItem(USERS, { id: userId });
}

/**
 * Finds an account with a transactional read, which fails while a transaction on the account is in progress.
 * @returns `conflict` in that case.
 */
export async function findUserInTransaction(userId: string): Promise<User | 'conflict' | undefined> {
  const item = await findSettledItem(USERS, { id: userId });
  return item === 'conflict' ? item : item && parseUser(item);
}

/** Reads one page of accounts without parsing them, so that one invalid item does not hide the others. */
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

/** Defers the welcome credits of an account. @param time the earliest time for the credits (ISO 8601, UTC). */
export async function setWelcomeDue(userId: string, time: string): Promise<void> {
  await updateItem({ ...atUser(userId), ...buildUpdate({ set: { welcomeDueAt: time }, if: EXISTS }) });
}

/**
 * Stores the Stripe customer of a user. Replaces an earlier customer.
 * @returns false if the account is deleted. @throws Error if there is no account.
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
 * Refuses the tokens of every sign-in before a time, and the API keys that were created before this time. Resets the count of the keys.
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
 * Stores the mailbox of an open account, if the account has no mailbox yet.
 * @param suspendedAt also suspends the account, if the account is not suspended (ISO 8601, UTC).
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
 * Creates the write that applies and records an operator's action. The write fails if there is no open account. The write of a suspension
 * also fails if the account is already suspended. The write that ends a suspension also fails if the account is not suspended.
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

/**
 * The value of the attribute `closing`, the partition key of a sparse index. Only accounts whose deletion is not finished have the
 * attribute.
 */
const CLOSING = 'yes';

/**
 * Marks an account as deleted: its credits can no longer be spent, and the account cannot be opened again. Creates a deleted account for a
 * user without an account, because the user's token stays valid. Idempotent: keeps the time of the first call.
 * @param now ISO 8601, UTC.
 * @param authenticatedAt the time of the sign-in that requests the deletion (ISO 8601). Undefined if an earlier deletion is completed.
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

/** Lists the users whose deletion began before `closedBefore` (ISO 8601) and is not finished, oldest first. */
export async function* listUnfinishedDeletions(closedBefore: string): AsyncGenerator<string> {
  const query = { index: 'closing', partition: CLOSING, below: closedBefore } as const;
  for await (const item of queryItems(USERS, query)) yield userKey.parse(item).id;
}

/**
 * Removes an attribute of an account. The removal of `closing` finishes the deletion of the account.
 * @throws ConditionalCheckFailedException if there is no account.
 */
export async function removeAttribute(userId: string, attribute: keyof User | 'closing'): Promise<void> {
  await updateItem({ ...atUser(userId), ...buildUpdate({ remove: [attribute], if: EXISTS }) });
}
