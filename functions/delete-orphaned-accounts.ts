import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { deleteOrphanedAccounts, type OrphanedAccounts } from './privacy/orphaned-accounts.ts';
import { logger } from './shared/logger.ts';

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
