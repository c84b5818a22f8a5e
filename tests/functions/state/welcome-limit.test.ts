import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCredits } from '../../../functions/accounts/read-credits.ts';
import { welcomeUser } from '../../../functions/accounts/welcome.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import * as db from './support/database.ts';

const WELCOMES_PER_DAY = RATE_LIMITS.welcomes.maximum;
const WELCOMES_PER_DOMAIN = RATE_LIMITS.domainWelcomes.maximum;
const TODAY = '2026-11-22T00:00:00.000Z';
const TOMORROW = '2026-11-23T00:00:00.000Z';
const DAY = { subject: 'welcomes#all', window: TODAY };

let user: string;
const hashes = async () =>
  (await db.scanItems('welcomedAddresses')).map(({ id }) => id).filter((id) => id !== 'salt');

beforeEach(() => {
  user = db.newUser();
});

describe('the welcome credits of one day', () => {
  const putCount = (requests: number, more: object = {}) =>
    db.putItem('rateLimits', { ...DAY, ...more, requests });
  const owner = (userId: string, domain = 'gmail.com') => ({ userId, email: `${userId}@${domain}` });
  const caller = (userId: string) => ({ ...owner(userId), authenticatedAt: new Date().toISOString() });
  const counter = async () =>
    (await db.scanItems('rateLimits')).flatMap(({ subject, requests }) =>
      subject === 'welcomes#all' ? [requests] : [],
    );

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T23:59:00Z') });
    await db.createTables();
  });

  it('are granted to no more accounts than the limit, also when they sign up concurrently', async () => {
    await putCount(WELCOMES_PER_DAY - 2);
    const users = Array.from({ length: 5 }, db.newUser);

    await Promise.all(users.map((userId) => welcomeUser(owner(userId))));

    const balances = await Promise.all(users.map(db.readBalance));
    expect(balances.sort()).toEqual([0, 0, 0, 3, 3]);
    expect(await counter()).toEqual([WELCOMES_PER_DAY]);
    // An address without a grant is not claimed.
    expect(await hashes()).toHaveLength(2);
  });

  it('are deferred to the next day for a later account, which receives them at its first visit', async () => {
    await putCount(WELCOMES_PER_DAY);
    await welcomeUser(owner(user));
    expect(await db.findUserItem(user)).toMatchObject({ credits: 0, welcomeDueAt: TOMORROW });

    // The first call with an address connects the account with its mailbox.
    await readCredits(caller(user));
    db.resetCalls();
    expect(await readCredits(caller(user))).toEqual({ credits: 0, welcomeDueAt: TOMORROW });
    expect(db.operations()).toEqual(['GetItem']);

    vi.setSystemTime('2026-11-23T00:00:00Z');
    expect(await readCredits(caller(user))).toEqual({ credits: 3 });
    expect(await readCredits(caller(user))).toEqual({ credits: 3 });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 0, 'welcome#late': 3 });
  });

  it('are deferred to the next day for the addresses of a domain that has had its share, with all its subdomains', async () => {
    const domain = 'catch-all.co.uk';
    await putCount(WELCOMES_PER_DOMAIN - 1, { subject: `domainWelcomes#${domain}` });
    const [first, second, subdomain] = [db.newUser(), db.newUser(), db.newUser()];
    await welcomeUser(owner(first, domain));
    await welcomeUser(owner(second, domain));
    await welcomeUser(owner(subdomain, `any.${domain.toUpperCase()}.`));
    await welcomeUser(owner(user, 'other.co.uk'));

    expect(await Promise.all([first, second, subdomain, user].map(db.readBalance))).toEqual([3, 0, 0, 3]);
    expect(await db.findUserItem(second)).toMatchObject({ welcomeDueAt: TOMORROW });
    // An account that is deferred for its domain is not counted for the deployment.
    expect(await counter()).toEqual([2]);

    vi.setSystemTime('2026-11-23T00:00:00Z');
    expect(await readCredits({ ...caller(second), ...owner(second, domain) })).toEqual({ credits: 3 });
  });

  it('are granted to more addresses of a large provider, and deferred beyond its own limit for all of its domains', async () => {
    await putCount(WELCOMES_PER_DOMAIN, { subject: 'domainWelcomes#icloud.com' });
    await putCount(RATE_LIMITS.providerWelcomes.maximum - 1, { subject: 'providerWelcomes#icloud.com' });
    const [first, second] = [db.newUser(), db.newUser()];

    await welcomeUser(owner(first, 'icloud.com'));
    await welcomeUser(owner(second, 'me.com'));
    await welcomeUser(owner(user, 'outlook.com'));

    expect(await Promise.all([first, second, user].map(db.readBalance))).toEqual([3, 0, 3]);
    expect(await db.findUserItem(second)).toMatchObject({ welcomeDueAt: TOMORROW });
  });

  it('go to deferred accounts for half of the limit at most, so that the newcomers of the day get the other half', async () => {
    const deferred = [db.newUser(), db.newUser()] as const;
    for (const each of deferred) await db.putUser(each, 0, { welcomeDueAt: TODAY });
    await putCount(WELCOMES_PER_DAY / 2 - 1, { subject: 'welcomes#deferred' });

    expect(await readCredits(caller(deferred[0]))).toEqual({ credits: 3 });
    expect(await readCredits(caller(deferred[1]))).toEqual({ credits: 0, welcomeDueAt: TOMORROW });
    await welcomeUser(owner(user));
    expect(await db.readBalance(user)).toBe(3);
  });

  it('are deferred by another day when the limit of the next day is exceeded, too', async () => {
    await db.putUser(user, 0, { welcomeDueAt: TODAY });
    await putCount(WELCOMES_PER_DAY);

    expect(await readCredits(caller(user))).toEqual({ credits: 0, welcomeDueAt: TOMORROW });
    expect(await db.findUserItem(user)).toMatchObject({ credits: 0, welcomeDueAt: TOMORROW });
    expect(await db.ledgerAmounts(user)).toEqual({});
  });

  it('are not promised for another day to a mailbox that has received them', async () => {
    await welcomeUser(owner(user));
    const later = db.newUser();
    await db.putUser(later, 0, { welcomeDueAt: TODAY });
    await putCount(WELCOMES_PER_DAY);

    expect(await readCredits({ ...caller(later), ...owner(user), userId: later })).toEqual({ credits: 0 });
  });
});
