import type { TransactItem } from '../shared/dynamodb-writes.ts';
import { ACCEPTS_SESSION, atKey, USERS_TABLE, type User } from './users-table.ts';

/** The write that creates an account; fails if the account exists. */
export function createUserWrite(userId: string, credits: number, welcomeDueAt?: string): TransactItem {
  const item: User = {
    id: userId,
    credits,
    createdAt: new Date().toISOString(),
    ...(welcomeDueAt !== undefined && { welcomeDueAt }),
  };
  return {
    Put: { TableName: USERS_TABLE, Item: item, ConditionExpression: 'attribute_not_exists(id)' },
  };
}

export interface BalanceChange {
  userId: string;
  /** Signed, in credits. */
  amount: number;
  /** What is added to the shortfall: signed, in credits. */
  shortfall: number;
  /** Also fails for a closed account. */
  requireOpen: boolean;
  /** Also fails for a suspended account. */
  requireActive: boolean;
  /** The time of a sign-in whose tokens the account must accept (ISO 8601). @default not checked */
  authenticatedAt: string | undefined;
  /** Also fails if the balance or the shortfall is another one than the caller has read. */
  expected: ExpectedBalance;
}

/** What the caller has read. A part that is undefined may have changed since. */
export interface ExpectedBalance {
  credits?: number | undefined;
  shortfall?: number | undefined;
}

/**
 * The write that changes a balance; fails, with the existing account, if the balance would become negative, if there
 * is no account, or if the account does not meet the requirements.
 */
export function changeBalanceWrite(change: BalanceChange): TransactItem {
  const { userId, amount, shortfall, requireOpen, requireActive, authenticatedAt, expected } = change;
  const conditions = [
    amount < 0 ? 'credits >= :needed' : 'attribute_exists(id)',
    ...(requireOpen ? ['attribute_not_exists(closedAt)'] : []),
    ...(requireActive ? ['attribute_not_exists(suspendedAt)'] : []),
    ...(authenticatedAt === undefined ? [] : [ACCEPTS_SESSION]),
    ...(expected.credits === undefined ? [] : ['credits = :credits']),
    ...(expected.shortfall === undefined ? [] : [matchShortfall(expected.shortfall)]),
  ];
  return {
    Update: {
      ...atKey(userId),
      UpdateExpression: `ADD credits :amount${shortfall === 0 ? '' : ', shortfall :shortfall'}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: {
        ':amount': amount,
        ...(amount < 0 && { ':needed': -amount }),
        ...(authenticatedAt !== undefined && { ':authenticatedAt': authenticatedAt }),
        ...(shortfall !== 0 && { ':shortfall': shortfall }),
        ...(expected.credits !== undefined && { ':credits': expected.credits }),
        ...(expected.shortfall !== undefined && { ':expected': expected.shortfall }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** An account without a clawback has no shortfall attribute. */
function matchShortfall(expected: number): string {
  return expected === 0
    ? '(attribute_not_exists(shortfall) OR shortfall = :expected)'
    : 'shortfall = :expected';
}
