import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DeleteCommandInput,
  type PutCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import { dynamodb } from './aws-clients.ts';
import { isThrottled, TooManyRequestsError } from './errors.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type Item = Record<string, unknown>;

/** The writes of a transaction by name. Undefined writes are left out. */
export type Writes = Readonly<Record<string, TransactItem | undefined>>;

/** The refusals of a transaction that wrote nothing: the names of the conditions that failed. */
export interface Refusals<Name extends string> {
  has(name: Name): boolean;
  /** Returns the item that the condition found. Returns undefined if there was no item, or if the write does not ask for the item. */
  findItem(name: Name): Item | undefined;
  readonly names: readonly string[];
}

export function createRefusals(items: ReadonlyMap<string, Item | undefined>): Refusals<string> {
  return { has: (name) => items.has(name), findItem: (name) => items.get(name), names: [...items.keys()] };
}

/**
 * The time for the retries of one write, in ms. With the pauses below, a lasting conflict is tried about 16 times. Nothing multiplies these
 * attempts: the SDK does not retry a conflict, and a caller repeats a write only after a refusal.
 */
const RETRY_BUDGET_MS = 2_500;
const BACKOFF = { baseMs: 20, capMs: 400 };
/** The wait after a conflict, in seconds. The conflicting transaction ends within milliseconds. */
const RETRY_AFTER_SECONDS = 1;

/** The cancellation reasons that are temporary: the same transaction may succeed on retry. */
const RETRYABLE_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * Makes all writes or no writes. The SDK retries lost responses with the same client token, so a transaction is never applied twice. The
 * SDK does not retry a cancelled transaction, so this function retries conflicts.
 * @returns undefined if the writes were made, or the refusals by the names of the writes.
 * @throws TooManyRequestsError if the conflict outlasts the retry budget, or if DynamoDB still throttles after the SDK's retries: nothing
 * was written. Any other SDK error unchanged; after a timeout the outcome is unknown.
 */
export async function transact(writes: Writes): Promise<Refusals<string> | undefined> {
  const named = Object.entries(writes).filter(
    (entry): entry is [string, TransactItem] => entry[1] !== undefined,
  );
  const items = named.map(([, write]) => write);
  try {
    await retryOnConflict(
      () => dynamodb.send(new TransactWriteCommand({ TransactItems: items })),
      isTransactionConflict,
    );
    return undefined;
  } catch (error) {
    if (error instanceof TransactionCanceledException)
      return readRefusals(
        named.map(([name]) => name),
        error,
      );
    throw error;
  }
}

/**
 * Updates one item that transactions also write. DynamoDB rejects the update while such a transaction is in progress.
 * @param retryBudgetMs the time for retries of a conflict. @default 2500
 * @returns the attributes that `ReturnValues` selects.
 * @throws TooManyRequestsError if the conflict outlasts the retry budget or DynamoDB throttles; ConditionalCheckFailedException; any other
 * SDK error unchanged.
 */
export async function updateItem(
  input: UpdateCommandInput,
  retryBudgetMs?: number,
): Promise<Item | undefined> {
  const { Attributes } = await retryOnConflict(
    () => dynamodb.send(new UpdateCommand(input)),
    isConflict,
    retryBudgetMs,
  );
  return Attributes;
}

/** The result of a write with a condition. */
interface WriteOutcome {
  isWritten: boolean;
  /** The attributes that `ReturnValues` selects. After a refused write, the existing item, if the write asks for the item. */
  item: Item | undefined;
}

/** Updates an item like `updateItem`, but returns a failed condition as an outcome. */
export function tryUpdate(input: UpdateCommandInput, retryBudgetMs?: number): Promise<WriteOutcome> {
  return toOutcome(updateItem(input, retryBudgetMs));
}

/** Updates an item like `tryUpdate`. @returns false if the condition of the update failed. */
export async function updateIf(input: UpdateCommandInput): Promise<boolean> {
  return (await tryUpdate(input)).isWritten;
}

/** Creates or replaces one item. Returns a failed condition as an outcome. @throws the errors of `updateItem`. */
export function tryPut(input: PutCommandInput): Promise<WriteOutcome> {
  return toOutcome(
    retryOnConflict(async () => {
      await dynamodb.send(new PutCommand(input));
      return undefined;
    }, isConflict),
  );
}

/** Deletes one item. Idempotent. */
export async function deleteItem(key: DeleteCommandInput): Promise<void> {
  await dynamodb.send(new DeleteCommand(key));
}

async function toOutcome(write: Promise<Item | undefined>): Promise<WriteOutcome> {
  try {
    return { isWritten: true, item: await write };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isWritten: false, item: error.Item && unmarshall(error.Item) };
  }
}

/**
 * Retries a write with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"), because the SDK does not retry transaction
 * conflicts.
 * @param isRetryable returns true for an error after which nothing was written and a retry may succeed.
 * @throws TooManyRequestsError if the conflict outlasts the budget or DynamoDB throttles; any other error unchanged.
 */
async function retryOnConflict<T>(
  write: () => Promise<T>,
  isRetryable: (error: unknown) => boolean,
  retryBudgetMs = RETRY_BUDGET_MS,
): Promise<T> {
  const giveUpAt = Date.now() + retryBudgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (isThrottled(error))
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      if (!isRetryable(error)) throw error;
      const pause = Math.random() * Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** attempt);
      if (Date.now() + pause > giveUpAt) {
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      }
      await delay(pause);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof TransactionConflictException;
}

function isTransactionConflict(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => RETRYABLE_REASONS.has(Code));
}

/** Reads the refusals of a transaction. @param names the names of the items, in their order. DynamoDB reports one reason for each item. */
function readRefusals(names: readonly string[], error: TransactionCanceledException): Refusals<string> {
  const refused = names.flatMap((name, index): [string, Item | undefined][] => {
    const { Code, Item } = error.CancellationReasons?.[index] ?? {};
    return Code === 'ConditionalCheckFailed' ? [[name, Item && unmarshall(Item)]] : [];
  });
  // Other causes (a validation error, an item that is too large) are faults, not refusals.
  if (refused.length === 0) throw error;
  return createRefusals(new Map(refused));
}
