import * as z from 'zod/mini';
import { environment } from '../aws/environment.ts';
import { settleWelcome } from '../ledger/account.ts';
import { move, openAccount } from '../ledger/ledger.ts';
import { lateWelcome, welcome } from '../ledger/movement.ts';
import { claimWelcome } from './welcomed-addresses.ts';

const WELCOME_CREDITS = z
  .int()
  .check(z.minimum(0))
  .parse(Number(environment('WELCOME_CREDITS')));

/** Whose account it is. */
export interface Owner {
  userId: string;
  /** Verified; undefined where it is not known. */
  email: string | undefined;
}

/**
 * Opens the account of a new user with the stage's welcome credits. Each address is welcomed once: who deletes an
 * account and signs up again opens an empty one. Without an address to go by, the welcome waits until there is one.
 * Done twice, it changes nothing.
 */
export async function welcomeUser({ userId, email }: Owner): Promise<{ opened: boolean }> {
  const empty = welcome(userId, 0);
  if (WELCOME_CREDITS === 0) return { opened: (await openAccount(empty)) === 'opened' };
  if (email === undefined) {
    return { opened: (await openAccount(empty, { welcomeDue: true })) === 'opened' };
  }
  const alongside = await claimWelcome(email);
  const outcome = await openAccount(welcome(userId, WELCOME_CREDITS), { alongside });
  return { opened: (outcome === 'refused' ? await openAccount(empty) : outcome) === 'opened' };
}

/**
 * Gives an account the welcome that it was opened without, unless its address has been welcomed. Done twice, it changes
 * nothing.
 * @returns the credits that this call gave.
 */
export async function makeUpWelcome(userId: string, email: string): Promise<number> {
  if (WELCOME_CREDITS === 0) return 0;
  const alongside = await claimWelcome(email);
  const { kind } = await move(lateWelcome(userId, WELCOME_CREDITS), { alongside });
  await settleWelcome(userId);
  return kind === 'moved' ? WELCOME_CREDITS : 0;
}
