import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { listUserIds, userExists } from './accounts/user-pool.ts';
import { markAccountDeleted, scanUsers } from './ledger/users-table.ts';
import { requireEnv } from './shared/environment.ts';
import { logger } from './shared/logger.ts';

const USER_POOL_ID = requireEnv('USER_POOL_ID');

const PAGE_SIZE = 1_000;
/** More orphaned accounts on one day are not credible: rather the wrong user pool, or a wrong listing. */
const DAILY_LIMIT = 20;
/** The listing of users can be some time behind, so an account is not judged in its first day, in ms. */
const MINIMUM_AGE_MS = 24 * 60 * 60_000;

interface OrphanedAccounts {
  accounts: number;
  deleted: string[];
}

/**
 * Deletes accounts whose user was deleted at Cognito, and not by the product: in the console, or by a stolen access token.
 * Their owner cannot delete them any more. An account counts only after Cognito has said of this user that it does not
 * exist; any other answer ends the run before an account is changed.
 * @param now in ms since the epoch.
 * @param limit the number of accounts that may be deleted. @default 20, or half of the accounts
 * @throws Error if there are more. In that case nothing is deleted.
 */
async function deleteOrphanedAccounts(now: number, limit?: number): Promise<OrphanedAccounts> {
  const candidates = await listOpenAccounts(new Date(now - MINIMUM_AGE_MS).toISOString());
  const accounts = candidates.size;
  for await (const userId of listUserIds(USER_POOL_ID)) candidates.delete(userId);
  const allowed = limit ?? Math.min(DAILY_LIMIT, Math.floor(accounts / 2));
  if (candidates.size > allowed) {
    logger.error('too many orphaned accounts', { accounts, orphaned: candidates.size, allowed });
    throw new Error('Too many accounts have no user. Nothing was deleted.');
  }
  const deleted: string[] = [];
  for (const userId of candidates) if (!(await userExists(USER_POOL_ID, userId))) deleted.push(userId);
  for (const userId of deleted) await markAccountDeleted(userId, new Date(now).toISOString());
  logger.info('orphaned accounts deleted', { accounts, deleted });
  return { accounts, deleted };
}

/** The users with an open account from before a time (ISO 8601). */
async function listOpenAccounts(openedBefore: string): Promise<Set<string>> {
  const userIds = new Set<string>();
  let after: string | undefined;
  do {
    const { items, next } = await scanUsers(after, PAGE_SIZE);
    for (const { id, createdAt, closedAt } of items) {
      if (closedAt === undefined && typeof createdAt === 'string' && createdAt < openedBefore) {
        userIds.add(String(id));
      }
    }
    after = next;
  } while (after !== undefined);
  return userIds;
}

/** An operator sets `limit` after a look at the accounts; a scheduled event has none. */
const request = z.object({ limit: z.optional(z.int().check(z.minimum(1))) });

/**
 * Deletes the accounts whose user no longer exists in the user pool. EventBridge invokes it daily, and `finish-closings`
 * completes the deletions.
 */
export async function handler(event: unknown, context: Context): Promise<OrphanedAccounts> {
  logger.addContext(context);
  const { limit } = request.parse(event);
  return deleteOrphanedAccounts(Date.now(), limit);
}
