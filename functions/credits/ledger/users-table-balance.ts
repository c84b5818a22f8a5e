import type { TransactItem } from '../../platform/dynamodb-writes.ts';
import {
  absent,
  allOf,
  buildCondition,
  buildUpdate,
  present,
  type Condition,
} from '../../platform/expressions.ts';
import { atUser, USERS, type User } from './users-table.ts';

/** Creates the write that creates an account. The write fails if the account exists. */
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
  /** The change of the balance, in credits. Negative to take credits. */
  amount: number;
  /** The change of the shortfall, in credits. It can be negative. */
  shortfall: number;
  /** The change of the credits of a pack. It can be negative. The account must have the map of its packs. */
  packChange?: { pack: string; credits: number } | undefined;
}

/**
 * Creates the write that changes a balance. The write fails, and returns the existing account, if the account does not exist or does not
 * meet the conditions.
 */
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
