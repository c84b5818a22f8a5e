import type { Context, ScheduledEvent } from 'aws-lambda';
import { deleteExpiredReferenceImages } from '../images/references/reference-bucket.ts';
import { logger } from '../platform/logger.ts';

/** Deletes reference images that are almost a day old. EventBridge invokes the function every five minutes. */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ deleted: number }> {
  logger.addContext(context);
  const deleted = await deleteExpiredReferenceImages(Date.now());
  logger.info('expired reference images deleted', { deleted });
  return { deleted };
}
