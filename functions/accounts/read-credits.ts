import { AccountClosedError } from '../errors/errors.ts';
import { findBalance } from '../ledger/account.ts';
import { makeUpWelcome, welcomeUser, type Owner } from './welcome.ts';

/**
 * A user's balance, in credits. Opens the account first if Cognito's trigger never came through: Cognito does not
 * repeat a failed PostConfirmation, and the user is confirmed all the same.
 * @throws AccountClosedError.
 */
export async function readCredits(owner: Owner): Promise<number> {
  const { userId, email } = owner;
  const balance = (await findBalance(userId)) ?? (await openAndLook(owner));
  if (balance === undefined) return 0;
  if (balance.closed) throw new AccountClosedError();
  const late = balance.welcomeDue && email !== undefined ? await makeUpWelcome(userId, email) : 0;
  return balance.credits + late;
}

async function openAndLook(owner: Owner) {
  await welcomeUser(owner);
  return findBalance(owner.userId);
}
