import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { listUserIds, userExists } from '../accounts/user-pool.ts';
import { markAccountDeleted, scanUsers } from '../credits/ledger/users-table.ts';
import { requireEnv } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';

const USER_POOL_ID = requireEnv('USER_POOL_ID');

const PAGE_SIZE = 1_000;
/**
 * The most deletions in a run. A larger number of orphaned accounts is not credible: the user pool or the list of users is probably wrong.
 */
const DAILY_LIMIT = 20;
/** The least age of an account, in ms. The list of users can be out of date, so younger accounts are not checked. */
const MINIMUM_AGE_MS = 24 * 60 * 60_000;

interface OrphanedAccounts {
  accounts: number;
  deleted: string[];
}

/**
 * Deletes accounts whose user was deleted at Cognito without the product, e.g. in the console or with a stolen access token. The owner can
 * no longer delete such an account. An account is deleted only after Cognito has confirmed that its user does not exist. Any other answer
 * ends the run before an account is changed.
 * @param now the time in ms since the epoch.
 * @param limit the number of accounts that may be deleted. @default 20, or half of the accounts, whichever is less
 * @throws Error if there are more orphaned accounts than the limit. Then nothing is deleted.
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

/** Lists the users whose account is open and was opened before a time (ISO 8601). */
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

/** The request. An operator sets `limit` after a check of the accounts. A scheduled event has no limit. */
const request = z.object({ limit: z.optional(z.int().check(z.minimum(1))) });

/**
 * Deletes the accounts whose user no longer exists in the user pool. EventBridge invokes the function daily. `finish-closings` completes
 * the deletions.
 */
export async function handler(event: unknown, context: Context): Promise<OrphanedAccounts> {
  logger.addContext(context);
  const { limit } = request.parse(event);
  return deleteOrphanedAccounts(Date.now(), limit);
}
