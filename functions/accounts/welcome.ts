import * as z from 'zod/mini';
import { deferredWelcomeEntry, welcomeEntry } from '../credits/ledger/new-entries.ts';
import { OPEN_ACCOUNT, openAccount, postEntry } from '../credits/ledger/ledger.ts';
import { findAccountState, removeAttribute, setWelcomeDue } from '../credits/ledger/users-table.ts';
import { getRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { requireEnv } from '../platform/environment.ts';
import { findAddressOwner, hasDisposableDomain } from './email-domain.ts';
import { claimWelcome, hashMailbox, listAccounts } from './welcomed-addresses-table.ts';

const WELCOME_CREDITS = z
  .int()
  .check(z.minimum(0))
  .parse(Number(requireEnv('WELCOME_CREDITS')));

/**
 * The share of a day's welcome credits that deferred accounts may receive. The rest is for the new users of the day. Otherwise the deferred
 * accounts, perhaps of one person with many addresses, could take all of the limit at midnight.
 */
const DEFERRED_SHARE = 0.5;

export interface AccountOwner {
  userId: string;
  /** A verified address. Undefined if the address is unknown. */
  email: string | undefined;
}

/**
 * Opens the account of a new user with the stage's welcome credits. Each mailbox receives the credits only once: a user who deletes the
 * account and signs up again starts with 0 credits. A disposable address, an address of a relay and a mailbox with a suspended account also
 * start with 0 credits. The welcome credits are deferred if there is no verified address, or if a limit of the day is reached. Idempotent.
 */
export async function welcomeUser({ userId, email }: AccountOwner): Promise<{ opened: boolean }> {
  const open = async (due?: { welcomeDueAt: string }) => ({
    opened: (await openAccount(welcomeEntry(userId, 0), due)) === undefined,
  });
  if (WELCOME_CREDITS === 0) return open();
  if (email === undefined) return open({ welcomeDueAt: new Date().toISOString() });
  if ((await hasDisposableDomain(email)) || (await hasSuspendedAccount(userId, email))) return open();

  const { end, writes } = await getWelcomeLimits(email);
  const refusals = await openAccount(welcomeEntry(userId, WELCOME_CREDITS), {
    writes: { claim: await claimWelcome(email), ...writes },
  });
  if (refusals === undefined) return { opened: true };
  if (refusals.has('entry') || refusals.has('account')) return { opened: false };
  if (refusals.has('claim')) return open();
  return open({ welcomeDueAt: end });
}

/** Returns true if another account of the mailbox is suspended, e.g. before it received its welcome credits. */
async function hasSuspendedAccount(userId: string, email: string): Promise<boolean> {
  const accounts = await listAccounts(await hashMailbox(email));
  const users = await Promise.all(accounts.filter((id) => id !== userId).map(findAccountState));
  return users.some((user) => user?.suspendedAt !== undefined);
}

/** The result of granting deferred welcome credits. */
export interface DeferredWelcome {
  /** The credits that this call granted. */
  granted: number;
  /** The earliest time at which the credits can be granted (ISO 8601, UTC). Absent if the credits are not due any more. */
  welcomeDueAt?: string;
}

/**
 * Grants the deferred welcome credits, unless the mailbox has already received welcome credits, or has a suspended account by now.
 * Idempotent.
 */
export async function grantDeferredWelcome(userId: string, email: string): Promise<DeferredWelcome> {
  if (WELCOME_CREDITS === 0) return { granted: 0 };
  if ((await hasDisposableDomain(email)) || (await hasSuspendedAccount(userId, email))) {
    await removeAttribute(userId, 'welcomeDueAt');
    return { granted: 0 };
  }
  const { end, writes } = await getWelcomeLimits(email);
  const refusals = await postEntry(deferredWelcomeEntry(userId, WELCOME_CREDITS), {
    account: { open: OPEN_ACCOUNT },
    writes: {
      claim: await claimWelcome(email),
      deferredLimit: getRateLimit('welcomes', 'deferred', { share: DEFERRED_SHARE }).write,
      ...writes,
    },
  });
  if (refusals?.names.every((name) => name.endsWith('Limit')) === true) {
    await setWelcomeDue(userId, end);
    return { granted: 0, welcomeDueAt: end };
  }
  await removeAttribute(userId, 'welcomeDueAt');
  return { granted: refusals === undefined ? WELCOME_CREDITS : 0 };
}

/**
 * Returns the limits of one day: the limit of the whole deployment, and the limit of the owner of an address. @returns also the end of the
 * day (ISO 8601, UTC).
 */
async function getWelcomeLimits(email: string) {
  const all = getRateLimit('welcomes', 'all');
  const { limit, domain } = await findAddressOwner(email);
  return {
    end: new Date(all.end).toISOString(),
    writes: {
      dayLimit: all.write,
      ownerLimit: getRateLimit(limit, domain).write,
    },
  };
}
