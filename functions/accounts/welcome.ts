import * as z from 'zod/mini';
import { deferredWelcomeEntry, welcomeEntry } from '../ledger/ledger-table.ts';
import { OPEN_ACCOUNT, openAccount, postEntry } from '../ledger/ledger.ts';
import { removeAttribute, setWelcomeDue } from '../ledger/users-table.ts';
import { getRateLimit } from '../rate-limits/rate-limits.ts';
import { requireEnv } from '../shared/environment.ts';
import { findAddressOwner, hasDisposableDomain } from './email-domain.ts';
import { claimWelcome } from './welcomed-addresses-table.ts';

const WELCOME_CREDITS = z
  .int()
  .check(z.minimum(0))
  .parse(Number(requireEnv('WELCOME_CREDITS')));

/**
 * The share of a day's welcomes that deferred accounts may receive. The rest is for the newcomers of the day, so that those
 * who were deferred, perhaps one person with many addresses, cannot take all of it at midnight.
 */
const DEFERRED_SHARE = 0.5;

export interface AccountOwner {
  userId: string;
  /** A verified address; undefined if unknown. */
  email: string | undefined;
}

/**
 * Opens the account of a new user with the stage's welcome credits. Each mailbox receives them once: a user who deletes
 * the account and signs up again starts with none, and so does a disposable address or that of a relay. Without a verified address, or when
 * a limit of the day is reached, the welcome credits are deferred. Idempotent.
 */
export async function welcomeUser({ userId, email }: AccountOwner): Promise<{ opened: boolean }> {
  const open = async (due?: { welcomeDueAt: string }) => ({
    opened: (await openAccount(welcomeEntry(userId, 0), due)) === undefined,
  });
  if (WELCOME_CREDITS === 0) return open();
  if (email === undefined) return open({ welcomeDueAt: new Date().toISOString() });
  if (await hasDisposableDomain(email)) return open();

  const { end, writes } = await getWelcomeLimits(email);
  const refusals = await openAccount(welcomeEntry(userId, WELCOME_CREDITS), {
    writes: { claim: await claimWelcome(email), ...writes },
  });
  if (refusals === undefined) return { opened: true };
  if (refusals.has('entry') || refusals.has('account')) return { opened: false };
  if (refusals.has('claim')) return open();
  return open({ welcomeDueAt: end });
}

/** The result of granting deferred welcome credits. */
export interface DeferredWelcome {
  /** The credits that this call granted. */
  granted: number;
  /** The time from which they can be granted, if they are still due (ISO 8601, UTC). */
  welcomeDueAt?: string;
}

/** Grants the deferred welcome credits, unless the mailbox already received them. Idempotent. */
export async function grantDeferredWelcome(userId: string, email: string): Promise<DeferredWelcome> {
  if (WELCOME_CREDITS === 0) return { granted: 0 };
  if (await hasDisposableDomain(email)) {
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

/** The limits of one day: of the whole deployment, and of the owner of an address. @returns also their end (ISO 8601, UTC). */
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
