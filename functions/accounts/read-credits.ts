import { findUser } from '../ledger/users-table.ts';
import { AccountClosedError } from '../shared/errors.ts';
import { grantDeferredWelcome, welcomeUser, type AccountOwner } from './welcome.ts';

/**
 * Reads a user's balance, in credits. Opens the account first if Cognito's trigger failed: Cognito does not retry
 * PostConfirmation, and confirms the user in any case.
 * @throws AccountClosedError.
 */
export async function readCredits(owner: AccountOwner): Promise<number> {
  const { userId, email } = owner;
  const user = (await findUser(userId)) ?? (await openAndFind(owner));
  if (user === undefined) return 0;
  if (user.closedAt !== undefined) throw new AccountClosedError();
  const isWelcomeDue = user.welcomeDue === true && email !== undefined;
  return user.credits + (isWelcomeDue ? await grantDeferredWelcome(userId, email) : 0);
}

async function openAndFind(owner: AccountOwner) {
  await welcomeUser(owner);
  return findUser(owner.userId);
}
