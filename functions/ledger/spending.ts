import { environment } from '../aws/environment.ts';
import { transact, type ConditionResult, type TransactItem } from '../aws/transact.ts';
import { ledgerRow } from './ledger.ts';
import type { Spend } from './movement.ts';

const USERS_TABLE = environment('USERS_TABLE');

/** What became of a spend. Only `begun` changed anything. */
export type SpendOutcome =
  | { kind: 'begun' }
  /** The write made alongside met `existing`: the same spend was begun before. */
  | { kind: 'refused'; existing: Record<string, unknown> | undefined }
  /** The account is closed: nothing is spent from it any more. */
  | { kind: 'closed' }
  /** The ledger knows this spend, and what goes with it does not. */
  | { kind: 'already_moved' }
  /** The user has no account yet. */
  | { kind: 'no_account' }
  /** The balance is lower than what was to be taken. */
  | { kind: 'insufficient' }
  /** There have been enough spends lately, says the admission's counter. */
  | { kind: 'too_many_lately' }
  /** As many spends as may be are in flight already. */
  | { kind: 'too_many_in_flight' };

/** What a spend has to pass beside the balance. */
export interface Admission {
  /** How many spends of one account may be in flight, this one included. */
  mostInFlight: number;
  /** The write that counts this spend; refused where there have been enough lately. */
  counter: TransactItem;
}

interface SpendOptions {
  /** What is paid for: a write that is refused where this spend was begun before. */
  alongside: TransactItem;
  admission: Admission;
}

/**
 * Takes the credits for something that is yet to be made, in one transaction with its record. From here on the spend is
 * in flight, until a refund or `landSpend` ends it: its `ref` is in the account's set `inFlight`. A set, not a number:
 * to take out what is not in it changes nothing, and it says which ones they are.
 * @throws what `transact` throws; then nothing is known, and the same spend may be tried again safely.
 */
export async function beginSpend(
  spend: Spend,
  { alongside, admission }: SpendOptions,
): Promise<SpendOutcome> {
  const conditions = await transact([
    alongside,
    ledgerRow(spend),
    spendChange(spend, admission.mostInFlight),
    admission.counter,
  ]);
  return conditions === undefined ? { kind: 'begun' } : explain(spend, conditions);
}

/** The write that ends a spend for good: it has bought what it was for. Done twice, it changes nothing. */
export function landSpend({ userId, ref }: Pick<Spend, 'userId' | 'ref'>): TransactItem {
  return {
    Update: {
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'DELETE inFlight :spend',
      // Without an account there must not be one now.
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeValues: { ':spend': new Set([ref]) },
    },
  };
}

/** Several conditions may fail at once: a replay fails all of them. The one that says most is asked first. */
function explain(
  { amount }: Spend,
  [refusal, row, balance, counter]: readonly ConditionResult[],
): SpendOutcome {
  if (refusal?.failed === true) return { kind: 'refused', existing: refusal.existing };
  const account = balance?.existing;
  if (account !== undefined && 'closedAt' in account) return { kind: 'closed' };
  if (row?.failed === true) return { kind: 'already_moved' };
  if (balance?.failed === true) {
    if (account === undefined) return { kind: 'no_account' };
    if (Number(account['credits']) < -amount) return { kind: 'insufficient' };
  }
  // Of the two, when this one passes is known.
  return counter?.failed === true ? { kind: 'too_many_lately' } : { kind: 'too_many_in_flight' };
}

function spendChange({ userId, amount, ref }: Spend, mostInFlight: number): TransactItem {
  return {
    Update: {
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'ADD credits :amount, inFlight :spend',
      ConditionExpression:
        'credits >= :needed AND attribute_not_exists(closedAt) AND ' +
        '(attribute_not_exists(inFlight) OR size(inFlight) < :most)',
      ExpressionAttributeValues: {
        ':amount': amount,
        ':needed': -amount,
        ':spend': new Set([ref]),
        ':most': mostInFlight,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
