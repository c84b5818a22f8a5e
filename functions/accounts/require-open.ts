import { findUser, type User } from '../ledger/users-table.ts';
import { requireValidSession, type Session } from './caller.ts';

/**
 * Checks that the account of a session is not closed and accepts its token. A user without an account passes.
 * @throws AccountClosedError, UnauthorizedError.
 */
export async function requireOpen(session: Session): Promise<User | undefined> {
  const user = await findUser(session.userId);
  requireValidSession(user, session);
  return user;
}
