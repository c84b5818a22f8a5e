import { logger } from './shared/logger.ts';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { refundAbandoned } from './generation/refund-abandoned.ts';

/** Refunds generations whose invocation crashed, or that have waited too long. EventBridge invokes it every five minutes. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ refunded: number }> {
  logger.addContext(context);
  return refundAbandoned(Date.now());
}
