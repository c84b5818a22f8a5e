import { environment } from '../aws/environment.ts';
import { transact, type ConditionResult, type TransactItem } from '../aws/transact.ts';
import type { Movement } from './movement.ts';

const USERS_TABLE = environment('USERS_TABLE');
const LEDGER_TABLE = environment('LEDGER_TABLE');

/** What became of a movement. Only `moved` changed anything. */
export type MovementOutcome =
  | { kind: 'moved' }
  /** The same cause has moved credits before. */
  | { kind: 'already_moved' }
  /** The balance is lower than what was to be taken. */
  | { kind: 'insufficient' }
  /** The user has no account yet. */
  | { kind: 'no_account' }
  /** A condition of the write made alongside said no; `existing` is the item that it met. */
  | { kind: 'refused'; existing?: Record<string, unknown> };

interface MoveOptions {
  /** One write whose own condition may refuse the whole movement: a thumbnail's record. */
  alongside?: TransactItem;
  /** What else the row should tell. */
  details?: Record<string, number>;
}

/**
 * Moves credits: the ledger row, the balance and the write that belongs with them are one transaction, so that the
 * balance is always the sum of the rows and a cause moves credits once.
 * @throws what `transact` throws; then nothing is known, and the same movement may be tried again safely.
 */
export async function move(
  movement: Movement,
  { alongside, details }: MoveOptions = {},
): Promise<MovementOutcome> {
  const conditions = await transact([
    ...(alongside === undefined ? [] : [alongside]),
    ledgerRow(movement, details),
    balanceChange(movement),
  ]);
  if (conditions === undefined) return { kind: 'moved' };
  const [refusal, row, balance] = alongside === undefined ? [undefined, ...conditions] : conditions;
  return explain(movement, { refusal, row, balance });
}

/**
 * Opens a user's account with its first credits, once.
 * @returns whether this call opened it.
 */
export async function openAccount(movement: Movement): Promise<boolean> {
  const conditions = await transact([ledgerRow(movement), newAccount(movement)]);
  return conditions === undefined;
}

interface Conditions {
  refusal: ConditionResult | undefined;
  row: ConditionResult | undefined;
  balance: ConditionResult | undefined;
}

/** A replay fails all three conditions at once, so the most telling one is asked first. */
function explain(movement: Movement, { refusal, row, balance }: Conditions): MovementOutcome {
  if (refusal?.failed === true) {
    return refusal.existing === undefined
      ? { kind: 'refused' }
      : { kind: 'refused', existing: refusal.existing };
  }
  if (row?.failed === true) return { kind: 'already_moved' };
  if (balance?.existing === undefined) return { kind: 'no_account' };
  if (movement.amount < 0) return { kind: 'insufficient' };
  throw new Error(`A ${movement.kind} was refused for no reason that the ledger knows.`);
}

function ledgerRow(
  { userId, entryId, kind, amount, ref }: Movement,
  details?: Record<string, number>,
): TransactItem {
  return {
    Put: {
      TableName: LEDGER_TABLE,
      Item: { userId, entryId, kind, amount, ref, createdAt: new Date().toISOString(), ...details },
      ConditionExpression: 'attribute_not_exists(entryId)',
    },
  };
}

function balanceChange({ userId, amount }: Movement): TransactItem {
  return {
    Update: {
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'ADD credits :amount',
      ConditionExpression: amount < 0 ? 'credits >= :needed' : 'attribute_exists(id)',
      ExpressionAttributeValues:
        amount < 0 ? { ':amount': amount, ':needed': -amount } : { ':amount': amount },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function newAccount({ userId, amount }: Movement): TransactItem {
  return {
    Put: {
      TableName: USERS_TABLE,
      Item: { id: userId, credits: amount, createdAt: new Date().toISOString() },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  };
}
