import type { Context, ScheduledEvent } from 'aws-lambda';
import { recoverPayments } from './payments/recover-payments.ts';
import { logger } from './shared/logger.ts';

/** Books the payments whose events the webhook has missed. EventBridge invokes it every five minutes. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ reconciled: number }> {
  logger.addContext(context);
  return recoverPayments(() => context.getRemainingTimeInMillis());
}
