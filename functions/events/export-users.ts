import type { Context, ScheduledEvent } from 'aws-lambda';
import { exportUsers } from '../privacy/user-export.ts';
import { requireEnv } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';

const USER_POOL_ID = requireEnv('USER_POOL_ID');

/** Keeps a copy of the addresses of all users outside of the user pool. EventBridge invokes the function daily. */
export async function handler(
  _event: ScheduledEvent,
  context: Context,
): Promise<{ users: number; stored: number }> {
  logger.addContext(context);
  return exportUsers(USER_POOL_ID);
}
