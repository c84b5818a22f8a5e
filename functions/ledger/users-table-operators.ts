import type { OperatorAction } from '../../contract/operator-action.ts';
import type { TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, all, buildUpdate, present } from '../shared/expressions.ts';
import { atUser } from './users-table.ts';

/**
 * The write of an operator's action, which records it; fails if there is no open account, or if the account already is in
 * the state that a suspension or its end leads to.
 */
export function operatorActionWrite(userId: string, action: OperatorAction): TransactItem {
  const append = { operatorActions: [action] };
  const open = [present('id'), absent('closedAt')];
  const changes = {
    suspend: { append, set: { suspendedAt: action.at }, if: all(...open, absent('suspendedAt')) },
    resume: { append, remove: ['suspendedAt'], if: all(...open, present('suspendedAt')) },
    release: { append, remove: ['suspendedAt'], if: all(...open) },
  };
  return { Update: { ...atUser(userId), ...buildUpdate(changes[action.action]) } };
}
