import type { SuspendAnswer, SuspendRequest } from '../../contract/operators.ts';
import { findUser, recordSuspension } from '../ledger/users-table.ts';

/**
 * Suspends an account, or ends its suspension. A suspended account can be read and deleted, but not used to generate or
 * to buy. Idempotent.
 */
export async function changeSuspension({ userId, ...action }: SuspendRequest): Promise<SuspendAnswer> {
  if (await recordSuspension(userId, { ...action, at: new Date().toISOString() })) return { kind: 'changed' };
  const user = await findUser(userId);
  if (user === undefined) return { kind: 'no_account' };
  const { closedAt, suspendedAt: since } = user;
  return closedAt === undefined ? { kind: 'unchanged', since } : { kind: 'closed_account', closedAt };
}
