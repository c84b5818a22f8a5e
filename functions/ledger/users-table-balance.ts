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
    packs: {},
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
  /** What is added to the credits of a pack: signed. The account must count its packs. */
  packChange?: { pack: string; credits: number } | undefined;
}

/** The write that changes a balance; fails, with the existing account, if there is none or it does not meet the conditions. */
export function changeBalanceWrite(
  { userId, amount, shortfall, packChange }: BalanceChange,
  conditions: readonly Condition[],
): TransactItem {
  return {
    Update: {
      ...atUser(userId),
      ...buildUpdate({
        add: { credits: amount, shortfall: shortfall === 0 ? undefined : shortfall },
        addIn: packChange && { packs: { [packChange.pack]: packChange.credits } },
        if: allOf(present('id'), ...conditions),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
