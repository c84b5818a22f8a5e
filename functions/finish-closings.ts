import type { Context, ScheduledEvent } from 'aws-lambda';
import { finishClosings } from './account-deletion/delete-account.ts';
import { logger } from './shared/logger.ts';

/** Every five minutes: finishes the deletion of accounts. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ finished: number }> {
  logger.addContext(context);
  return finishClosings(Date.now());
}
