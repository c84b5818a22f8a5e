import type { Context } from 'aws-lambda';
import { suspendRequest, type SuspendAnswer } from '../contract/operators.ts';
import { changeSuspension } from './accounts/suspension.ts';
import { logger } from './shared/logger.ts';

/** Suspends an account, ends its suspension, or releases it, for an operator. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<SuspendAnswer> {
  logger.addContext(context);
  const input = suspendRequest.parse(event);
  const answer = await changeSuspension(input);
  // The operator and the reason are stored on the account only: a session name can contain an e-mail address.
  const { userId, action } = input;
  logger.info('suspension', { userId, action, outcome: answer.kind });
  return answer;
}
