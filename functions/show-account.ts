import type { Context } from 'aws-lambda';
import { showRequest, type ShowAnswer } from '../contract/operators.ts';
import { showAccount } from './audit/show-account.ts';
import { logger } from './shared/logger.ts';

/** Shows one account to support, without personal data. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<ShowAnswer> {
  logger.addContext(context);
  const { userId, entries } = showRequest.parse(event);
  return showAccount(userId, entries, Date.now());
}
