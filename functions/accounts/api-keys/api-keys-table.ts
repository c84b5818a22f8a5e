import * as z from 'zod/mini';
import { LIMITS } from '#contract/limits.ts';
import { acceptsSession, atUser, type User } from '../../credits/ledger/users-table.ts';
import { findItem, queryAll } from '../../platform/dynamodb-reads.ts';
import { transact, updateIf, type Refusals } from '../../platform/dynamodb-writes.ts';
import {
  absent,
  allOf,
  anyOf,
  atLeast,
  below,
  buildCondition,
  buildUpdate,
  equals,
  present,
} from '../../platform/expressions.ts';
import { atKey, openTable } from '../../platform/tables.ts';

const API_KEYS = openTable('apiKeys');

/** The time for which the key of a deleted account still tells the reason of its refusal, in seconds. */
const RETENTION_SECONDS = 30 * 86_400;

/** A key. The server knows only the hash of its secret. */
const apiKey = z.object({
  keyId: z.string(),
  userId: z.string(),
  /** The name. Absent in the key of a deleted account. */
  name: z.optional(z.string()),
  hash: z.string(),
  /** The time of creation (ISO 8601, UTC). */
  createdAt: z.string(),
  /** The day of the last use, in UTC, e.g. `2026-11-24`. */
  lastUsed: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Describes a key without its hash. */
export function describeKey({ keyId: id, name = '', createdAt, lastUsed }: ApiKey) {
  return { id, name, createdAt, lastUsed };
}

/** @returns undefined if the key is unknown or was revoked with `deleteKey`. */
export async function findKey(keyId: string): Promise<ApiKey | undefined> {
  const item = await findItem(API_KEYS, { keyId });
  return item && apiKey.parse(item);
}

/** Lists the keys of an account that are not revoked, oldest first. A new key appears within a second. */
export async function queryKeys(userId: string, account: KeyOwner | undefined): Promise<ApiKey[]> {
  return (await queryStoredKeys(userId)).filter((key) => !isRevoked(key, account));
}

async function queryStoredKeys(userId: string): Promise<ApiKey[]> {
  const items = await queryAll(API_KEYS, { index: 'owner', partition: userId });
  return items.map((item) => apiKey.parse(item));
}

type KeyOwner = Pick<User, 'tokensValidFrom'>;

/** Returns true if the owner has ended all sessions after a key was created. The row of such a key stays until the account is deleted. */
export function isRevoked({ createdAt }: ApiKey, account: KeyOwner | undefined): boolean {
  return account?.tokensValidFrom !== undefined && createdAt < account.tokensValidFrom;
}

/** Requires a free place. The account counts its keys, so that concurrent requests cannot create more keys than the limit. */
const FREE_PLACE = anyOf(absent('keyCount'), below('keyCount', LIMITS.apiKeys));

/**
 * Stores a key. The account must be open, must accept the sign-in and must have a free place.
 * @param authenticatedAt the time of the sign-in (ISO 8601).
 * @returns the refusals of the write `account`.
 */
export function insertKey(key: ApiKey, authenticatedAt: string): Promise<Refusals<string> | undefined> {
  const condition = allOf(present('id'), absent('closedAt'), acceptsSession(authenticatedAt), FREE_PLACE);
  return transact({
    account: {
      Update: {
        ...atUser(key.userId),
        ...buildUpdate({ add: { keyCount: 1 }, if: condition }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    key: { Put: { TableName: API_KEYS.TableName, Item: key, ...buildCondition(absent('keyId')) } },
  });
}

/** Revokes a key. @returns false if the account does not have this key, or has revoked the key by a password reset. */
export async function deleteKey(
  userId: string,
  keyId: string,
  { tokensValidFrom = '' }: KeyOwner = {},
): Promise<boolean> {
  const isOwn = allOf(equals('userId', userId), atLeast('createdAt', tokensValidFrom));
  const refusals = await transact({
    key: { Delete: { ...atKey(API_KEYS, { keyId }), ...buildCondition(isOwn) } },
    account: {
      Update: {
        ...atUser(userId),
        ...buildUpdate({ add: { keyCount: -1 }, if: atLeast('keyCount', 1) }),
      },
    },
  });
  return refusals === undefined;
}

/** Stores the day of a use. Each key has at most one such write in a day. */
export async function setLastUsed({ keyId }: ApiKey, day: string): Promise<void> {
  await updateIf({
    ...atKey(API_KEYS, { keyId }),
    ...buildUpdate({ set: { lastUsed: day }, if: present('keyId') }),
  });
}

/** Lets the keys of a deleted account expire, and removes their names. The keys are refused from this time. Idempotent. */
export async function expireKeys(userId: string, now: number): Promise<void> {
  for (const { keyId, name } of await queryStoredKeys(userId)) {
    if (name === undefined) continue;
    await updateIf({
      ...atKey(API_KEYS, { keyId }),
      ...buildUpdate({
        set: { expiresAt: Math.ceil(now / 1_000) + RETENTION_SECONDS },
        remove: ['name', 'lastUsed'],
        if: present('keyId'),
      }),
    });
  }
}
