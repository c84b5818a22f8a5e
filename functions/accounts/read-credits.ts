import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { findUser, listPacks, type User } from '../credits/ledger/users-table.ts';
import { joinMailbox } from './mailbox.ts';
import { requireValidSession, type Session } from './caller.ts';
import { grantDeferredWelcome, welcomeUser, type AccountOwner } from './welcome.ts';

/**
 * Reads a user's balance, in credits, and the packs of the account. Opens the account first if Cognito's trigger failed, because Cognito
 * confirms the user in any case and does not repeat a trigger that failed. Connects the account with its mailbox at the first call with an
 * address. Grants welcome credits that are due. `creditsDue` is the shortfall.
 * @throws AccountClosedError, `unauthorized`.
 */
export async function readCredits(caller: AccountOwner & Session): Promise<EndpointResponse<'readCredits'>> {
  const { userId, email } = caller;
  const user = (await findUser(userId)) ?? (await openAndFind(caller));
  if (user === undefined) return { credits: 0 };
  requireValidSession(user, caller);
  const account = await withMailbox(user, email);
  const { credits, shortfall = 0, welcomeDueAt } = account;
  const packs = listPacks(account);
  const balance = {
    credits,
    ...(packs.length > 0 && { packs }),
    ...(shortfall > 0 && { creditsDue: shortfall }),
  };
  if (welcomeDueAt === undefined) return balance;
  if (welcomeDueAt > new Date().toISOString()) return { ...balance, welcomeDueAt };
  if (email === undefined) return balance;
  const { granted, ...due } = await grantDeferredWelcome(userId, email);
  return { ...balance, credits: credits + granted, ...due };
}

/** Connects an account with its mailbox. After the first call with an address, this costs nothing more. */
async function withMailbox(user: User, email: string | undefined): Promise<User> {
  if (user.mailbox !== undefined || email === undefined) return user;
  return (await joinMailbox(user.id, email)) ?? user;
}

async function openAndFind(owner: AccountOwner) {
  await welcomeUser(owner);
  return findUser(owner.userId);
}
