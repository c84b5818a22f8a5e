import { findUser } from '../ledger/users-table.ts';
import { AccountClosedError } from '../shared/errors.ts';

/**
 * Checks that an account is not closed. API Gateway only checks the token, which stays valid for up to an hour after
 * the user is deleted. A user without an account passes.
 * @throws AccountClosedError.
 */
export async function requireOpen(userId: string): Promise<void> {
  if ((await findUser(userId))?.closedAt !== undefined) throw new AccountClosedError();
}
