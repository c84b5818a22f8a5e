import type { TransactItem } from '../shared/dynamodb-writes.ts';
import {
  absent,
  allOf,
  buildCondition,
  buildUpdate,
  present,
  type Condition,
} from '../shared/expressions.ts';
import { atUser, USERS, type User } from './users-table.ts';

/** The write that creates an account; fails if the account exists. */
export function createUserWrite(userId: string, credits: number, welcomeDueAt?: string): TransactItem {
  const item: User = {
    id: userId,
    credits,
    createdAt: new Date().toISOString(),
    ...(welcomeDueAt !== undefined && { welcomeDueAt }),
  };
  return { Put: { TableName: USERS.TableName, Item: item, ...buildCondition(absent('id')) } };
}

interface BalanceChange {
  userId: string;
  /** Signed, in credits. */
  amount: number;
  /** What is added to the shortfall: signed, in credits. */
  shortfall: number;
}

/** The write that changes a balance; fails, with the existing account, if there is none or it does not meet the conditions. */
export function changeBalanceWrite(
  { userId, amount, shortfall }: BalanceChange,
  conditions: readonly Condition[],
): TransactItem {
  return {
    Update: {
      ...atUser(userId),
      ...buildUpdate({
        add: { credits: amount, shortfall: shortfall === 0 ? undefined : shortfall },
        if: allOf(present('id'), ...conditions),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
