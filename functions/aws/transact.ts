import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import { TooManyRequestsError } from '../errors/errors.ts';
import { dynamodb } from './dynamodb.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Whether the condition of one item of a cancelled transaction failed, and the item it met (ALL_OLD), if any. */
export interface ConditionResult {
  failed: boolean;
  existing?: Record<string, unknown>;
}

/** Reasons that say "not now" rather than "no": the same write may succeed in a moment. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const RETRY_BUDGET_MS = 2_500;
const BACKOFF = { baseMs: 20, capMs: 400 };
/** What has the items now has a moment's work. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Writes all items or none. The SDK repeats lost answers under one client token, so that a write which happened
 * is not done again; it does not repeat a cancelled transaction, so a conflict is retried here, with full jitter
 * (AWS Architecture Blog, "Exponential Backoff And Jitter").
 * @param retryBudgetMs how long a conflict is retried.
 * @returns undefined when written, or one result per item, in their order, when a condition said no.
 * @throws TooManyRequestsError when the conflict outlasts the budget: nothing was written; any other SDK error as it is.
 */
export async function transact(
  items: TransactItem[],
  retryBudgetMs = RETRY_BUDGET_MS,
): Promise<ConditionResult[] | undefined> {
  const giveUpAt = Date.now() + retryBudgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await dynamodb.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const passing = reasons.some((reason) => PASSING_REASONS.has(reason.Code ?? ''));
      if (!passing) return conditionResults(error);
      const pause = Math.random() * Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** attempt);
      if (Date.now() + pause > giveUpAt) {
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      }
      await delay(pause);
    }
  }
}

function conditionResults(error: TransactionCanceledException): ConditionResult[] {
  const reasons = error.CancellationReasons ?? [];
  const results = reasons.map((reason) => ({
    failed: reason.Code === 'ConditionalCheckFailed',
    ...(reason.Item === undefined ? {} : { existing: unmarshall(reason.Item) }),
  }));
  // A cancellation for another cause (a validation error, an item too large) is a fault, not an answer.
  if (!results.some((result) => result.failed)) throw error;
  return results;
}
