import type { Context, ScheduledEvent } from 'aws-lambda';
import { deleteUser, findVerifiedAddress, listUnconfirmedUsers } from '../accounts/user-pool.ts';
import { requireEnv } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';

const USER_POOL_ID = requireEnv('USER_POOL_ID');
/** The lifetime of a sign-up code in ms (Amazon Cognito developer guide, "Quotas", "Code validity"). */
const DAY_MS = 86_400_000;

/**
 * Deletes users who have not confirmed their address within a day. Otherwise a sign-up with another person's address would block this
 * address. EventBridge invokes the function daily. The next run continues an interrupted run.
 */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ deleted: number }> {
  logger.addContext(context);
  let deleted = 0;
  for await (const userId of listUnconfirmedUsers(USER_POOL_ID, new Date(Date.now() - DAY_MS))) {
    // The user may have confirmed the address after the page was listed.
    if ((await findVerifiedAddress(USER_POOL_ID, userId)) !== undefined) continue;
    await deleteUser(USER_POOL_ID, userId);
    deleted += 1;
  }
  logger.info('unconfirmed users deleted', { deleted });
  return { deleted };
}
