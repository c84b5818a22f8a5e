import type { Context } from 'aws-lambda';
import { type SuspendAnswer, type SuspendRequest, suspendRequest } from '#contract/operators.ts';
import { keepOnlyAccountWrite } from '../accounts/welcomed-addresses-table.ts';
import { findUser, operatorActionWrite } from '../credits/ledger/users-table.ts';
import { transact } from '../platform/dynamodb-writes.ts';
import { logger } from '../platform/logger.ts';

/**
 * Suspends an account, ends its suspension, or releases it. The user can read and delete a suspended account, but cannot generate or buy. A
 * release ends the suspension, and makes the account the only account of its mailbox. The disputes, shortfalls and suspensions of the other
 * accounts then no longer count. Idempotent, except for the record of a release.
 */
async function changeSuspension({ userId, ...request }: SuspendRequest): Promise<SuspendAnswer> {
  const user = await findUser(userId);
  if (user === undefined) return { kind: 'no_account' };
  const { mailbox } = user;
  const isRelease = request.action === 'release' && mailbox !== undefined;
  const refusals = await transact({
    action: operatorActionWrite(userId, { ...request, at: new Date().toISOString() }),
    mailbox: isRelease ? keepOnlyAccountWrite(mailbox, userId) : undefined,
  });
  if (refusals === undefined) return { kind: 'changed' };
  const { closedAt, suspendedAt: since } = (await findUser(userId)) ?? user;
  return closedAt === undefined ? { kind: 'unchanged', since } : { kind: 'closed_account', closedAt };
}

/** Suspends an account, ends its suspension, or releases it, for an operator. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<SuspendAnswer> {
  logger.addContext(context);
  const input = suspendRequest.parse(event);
  const answer = await changeSuspension(input);
  // Only the account stores the operator and the reason, because a session name can contain an e-mail address.
  const { userId, action } = input;
  logger.info('suspension', { userId, action, outcome: answer.kind });
  return answer;
}
