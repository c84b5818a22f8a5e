import type { Context, ScheduledEvent } from 'aws-lambda';
import { finishAccountDeletions } from '../privacy/delete-account.ts';
import { logger } from '../platform/logger.ts';

/** Completes interrupted account deletions. EventBridge invokes the function every five minutes. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ finished: number }> {
  logger.addContext(context);
  return finishAccountDeletions(Date.now());
}
