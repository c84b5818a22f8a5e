import * as z from 'zod/mini';
import { deferredWelcomeEntry, welcomeEntry } from '../ledger/ledger-table.ts';
import { openAccount, postEntry } from '../ledger/ledger.ts';
import { clearWelcomeDue } from '../ledger/users-table.ts';
import { requireEnv } from '../shared/environment.ts';
import { claimWelcome } from './welcomed-addresses-table.ts';

const WELCOME_CREDITS = z
  .int()
  .check(z.minimum(0))
  .parse(Number(requireEnv('WELCOME_CREDITS')));

export interface AccountOwner {
  userId: string;
  /** A verified address; undefined if unknown. */
  email: string | undefined;
}

/**
 * Opens the account of a new user with the stage's welcome credits. Each address receives them once: a user who deletes
 * the account and signs up again starts with none. Without a verified address the welcome credits are deferred.
 * Idempotent.
 */
export async function welcomeUser({ userId, email }: AccountOwner): Promise<{ opened: boolean }> {
  const empty = welcomeEntry(userId, 0);
  if (WELCOME_CREDITS === 0) return { opened: (await openAccount(empty)) === 'opened' };
  if (email === undefined) {
    return { opened: (await openAccount(empty, { welcomeDue: true })) === 'opened' };
  }
  const companionWrite = await claimWelcome(email);
  const outcome = await openAccount(welcomeEntry(userId, WELCOME_CREDITS), { companionWrite });
  return { opened: (outcome === 'refused' ? await openAccount(empty) : outcome) === 'opened' };
}

/**
 * Grants the deferred welcome credits, unless the address already received them. Idempotent.
 * @returns the credits that this call granted.
 */
export async function grantDeferredWelcome(userId: string, email: string): Promise<number> {
  if (WELCOME_CREDITS === 0) return 0;
  const companionWrite = await claimWelcome(email);
  const { kind } = await postEntry(deferredWelcomeEntry(userId, WELCOME_CREDITS), { companionWrite });
  await clearWelcomeDue(userId);
  return kind === 'posted' ? WELCOME_CREDITS : 0;
}
