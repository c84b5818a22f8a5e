import { environment } from '../aws/environment.ts';
import { transact, type ConditionResult, type TransactItem } from '../aws/transact.ts';
import type { Movement, Spend } from './movement.ts';

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
  /** The account is closed: no gift goes to it any more. */
  | { kind: 'closed' }
  /** A condition of the write made alongside said no; `existing` is the item that it met. */
  | { kind: 'refused'; existing?: Record<string, unknown> };

interface MoveOptions {
  /** One write whose own condition may refuse the whole movement: a thumbnail's record. */
  alongside?: TransactItem;
  /** What else the row should tell. */
  details?: Record<string, number | string>;
}

/**
 * Moves credits, but for a spend (`beginSpend`): the ledger row, the balance and the write that belongs with them are one transaction, so that the
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

interface OpenOptions {
  /** One write whose own condition may refuse an opening with these credits. */
  alongside?: TransactItem;
  /** Whether the welcome is still to come: it could not be given now. @default false */
  welcomeDue?: boolean;
}

/**
 * Opens a user's account with its first credits, once.
 * @returns `existing` where the account was there before.
 */
export async function openAccount(
  movement: Movement,
  { alongside, welcomeDue }: OpenOptions = {},
): Promise<'opened' | 'existing' | 'refused'> {
  const conditions = await transact([
    ledgerRow(movement),
    newAccount(movement, welcomeDue),
    ...(alongside === undefined ? [] : [alongside]),
  ]);
  if (conditions === undefined) return 'opened';
  const [row, account] = conditions;
  return row?.failed === true || account?.failed === true ? 'existing' : 'refused';
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
  if (GIFTS.has(movement.kind) && 'closedAt' in balance.existing) return { kind: 'closed' };
  if (movement.amount < 0) return { kind: 'insufficient' };
  throw new Error(`A ${movement.kind} was refused for no reason that the ledger knows.`);
}

/** The row that tells of a movement; refused where the same cause has moved credits before. */
export function ledgerRow(
  { userId, entryId, kind, amount, ref }: Movement | Spend,
  details?: Record<string, number | string>,
): TransactItem {
  return {
    Put: {
      TableName: LEDGER_TABLE,
      Item: { userId, entryId, kind, amount, ref, createdAt: new Date().toISOString(), ...details },
      ConditionExpression: 'attribute_not_exists(entryId)',
    },
  };
}

/** Not for a closed account. What was paid for is booked on it all the same: Stripe has the money. */
const GIFTS: ReadonlySet<Movement['kind']> = new Set(['welcome', 'grant']);

function balanceChange({ userId, kind, amount, ref }: Movement): TransactItem {
  const enough = amount < 0 ? 'credits >= :needed' : 'attribute_exists(id)';
  // What is given back is in flight no longer.
  const landing = kind === 'refund';
  return {
    Update: {
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: `ADD credits :amount${landing ? ' DELETE inFlight :spend' : ''}`,
      ConditionExpression: GIFTS.has(kind) ? `${enough} AND attribute_not_exists(closedAt)` : enough,
      ExpressionAttributeValues: {
        ':amount': amount,
        ...(amount < 0 && { ':needed': -amount }),
        ...(landing && { ':spend': new Set([ref]) }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function newAccount({ userId, amount }: Movement, welcomeDue = false): TransactItem {
  return {
    Put: {
      TableName: USERS_TABLE,
      Item: {
        id: userId,
        credits: amount,
        createdAt: new Date().toISOString(),
        ...(welcomeDue && { welcomeDue }),
      },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  };
}
