import type { Context } from 'aws-lambda';
import { grantRequest, type GrantAnswer } from '../contract/operators.ts';
import { grantCredits } from './ledger/grant.ts';
import { logger } from './shared/logger.ts';
import { countCreditsGranted } from './shared/metrics.ts';

/** Grants or corrects credits for an operator. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<GrantAnswer> {
  logger.addContext(context);
  const input = grantRequest.parse(event);
  const answer = await grantCredits(input);
  // The operator and the reason are stored in the ledger only: a session name can contain an e-mail address.
  const { userId, grantId, credits, dryRun } = input;
  logger.info('grant', { userId, grantId, credits, dryRun, outcome: answer.kind });
  if (answer.kind === 'granted') countCreditsGranted(credits);
  return answer;
}
