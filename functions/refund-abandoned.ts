import { logger } from './shared/logger.ts';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { refundAbandoned } from './thumbnails/refund-abandoned.ts';

/** Every five minutes: gives back what a crashed generation still holds. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ refunded: number }> {
  logger.addContext(context);
  return refundAbandoned(Date.now());
}
