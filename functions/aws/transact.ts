import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { throughConflicts } from './conflicts.ts';
import { dynamodb } from './dynamodb.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Whether the condition of one item of a cancelled transaction failed, and the item it met (ALL_OLD), if any. */
export interface ConditionResult {
  failed: boolean;
  existing?: Record<string, unknown>;
}

/** Reasons that say "not now" rather than "no": the same write may succeed in a moment. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all items or none. The SDK repeats lost answers under one client token, so that a write which happened
 * is not done again; it does not repeat a cancelled transaction, so a conflict is retried here.
 * @param retryBudgetMs how long a conflict is retried. @default as `throughConflicts` says
 * @returns undefined when written, or one result per item, in their order, when a condition said no.
 * @throws TooManyRequestsError when the conflict outlasts the budget: nothing was written; any other SDK error as it is.
 */
export async function transact(
  items: TransactItem[],
  retryBudgetMs?: number,
): Promise<ConditionResult[] | undefined> {
  try {
    const write = () => dynamodb.send(new TransactWriteCommand({ TransactItems: items }));
    await throughConflicts(write, isConflict, retryBudgetMs);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return conditionResults(error);
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => PASSING_REASONS.has(Code));
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
