import type { Context } from 'aws-lambda';
import { grantRequest, type GrantAnswer } from '../contract/operators.ts';
import { grantCredits } from './ledger/grant.ts';
import { logger } from './shared/logger.ts';
import { countCreditsGranted } from './shared/metrics.ts';

/** Moves credits by an operator's hand. @throws a zod error for a request that is not one. */
export async function handler(event: unknown, context: Context): Promise<GrantAnswer> {
  logger.addContext(context);
  const order = grantRequest.parse(event);
  const answer = await grantCredits(order);
  // Who and why stand in the ledger; a log must not hold an address, and a session's name may be one.
  const { userId, grantId, credits, dryRun } = order;
  logger.info('grant', { userId, grantId, credits, dryRun, outcome: answer.kind });
  if (answer.kind === 'granted') countCreditsGranted(credits);
  return answer;
}
