import { AccountClosedError } from '../errors/errors.ts';
import { findBalance } from '../ledger/account.ts';

/**
 * A token outlives its user by up to an hour, and API Gateway goes by the token: what only reads has to ask. One who
 * has no account yet may read.
 * @throws AccountClosedError.
 */
export async function requireOpen(userId: string): Promise<void> {
  if ((await findBalance(userId))?.closed === true) throw new AccountClosedError();
}
