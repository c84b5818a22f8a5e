import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import { dynamodb } from './aws-clients.ts';
import { isThrottled, TooManyRequestsError } from './errors.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Whether the condition of one item in a cancelled transaction failed, and the existing item (ALL_OLD), if any. */
export interface ConditionResult {
  failed: boolean;
  existing?: Record<string, unknown>;
}

const RETRY_BUDGET_MS = 2_500;
const BACKOFF = { baseMs: 20, capMs: 400 };
/** The conflicting transaction ends within milliseconds. */
const RETRY_AFTER_SECONDS = 1;

/** Cancellation reasons that are temporary: the same transaction may succeed on retry. */
const RETRYABLE_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * Writes all items or none. The SDK retries lost responses with the same client token, so a transaction is never applied
 * twice. It does not retry a cancelled transaction, so this function retries conflicts.
 * @returns undefined when written, or one result per item, in order, when a condition failed.
 * @throws TooManyRequestsError when the conflict outlasts the retry budget, or when DynamoDB still throttles after the SDK's
 * retries: nothing was written. Any other SDK error unchanged; after a timeout the outcome is unknown.
 */
export async function transact(items: TransactItem[]): Promise<ConditionResult[] | undefined> {
  try {
    await retryOnConflict(
      () => dynamodb.send(new TransactWriteCommand({ TransactItems: items })),
      isTransactionConflict,
    );
    return undefined;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return readConditionResults(error);
    throw error;
  }
}

/**
 * Updates one item that transactions also write. DynamoDB rejects the update while such a transaction is in progress.
 * @param retryBudgetMs how long to retry a conflict. @default 2500
 * @returns the attributes that `ReturnValues` selects.
 * @throws TooManyRequestsError when the conflict outlasts the retry budget or DynamoDB throttles;
 * ConditionalCheckFailedException; any other SDK error unchanged.
 */
export async function updateItem(
  input: UpdateCommandInput,
  retryBudgetMs?: number,
): Promise<Record<string, unknown> | undefined> {
  const { Attributes } = await retryOnConflict(
    () => dynamodb.send(new UpdateCommand(input)),
    (error) => error instanceof TransactionConflictException,
    retryBudgetMs,
  );
  return Attributes;
}

/** Like `updateItem`. @returns false if the condition of the update failed. */
export async function updateIf(input: UpdateCommandInput): Promise<boolean> {
  try {
    await updateItem(input);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Retries a write with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"), because the SDK does not
 * retry transaction conflicts.
 * @param isConflict returns true for an error after which nothing was written and a retry may succeed.
 * @throws TooManyRequestsError when the conflict outlasts the budget or DynamoDB throttles; any other error unchanged.
 */
async function retryOnConflict<T>(
  write: () => Promise<T>,
  isConflict: (error: unknown) => boolean,
  retryBudgetMs = RETRY_BUDGET_MS,
): Promise<T> {
  const giveUpAt = Date.now() + retryBudgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (isThrottled(error))
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      if (!isConflict(error)) throw error;
      const pause = Math.random() * Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** attempt);
      if (Date.now() + pause > giveUpAt) {
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      }
      await delay(pause);
    }
  }
}

function isTransactionConflict(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => RETRYABLE_REASONS.has(Code));
}

function readConditionResults(error: TransactionCanceledException): ConditionResult[] {
  const reasons = error.CancellationReasons ?? [];
  const results = reasons.map((reason) => ({
    failed: reason.Code === 'ConditionalCheckFailed',
    ...(reason.Item === undefined ? {} : { existing: unmarshall(reason.Item) }),
  }));
  // Other causes (a validation error, an item that is too large) are faults, not condition results.
  if (!results.some((result) => result.failed)) throw error;
  return results;
}
