import { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsMade, timedOut } from '../support/cloud.ts';
import { account, failCall, intervene, movements, putRow, rowsOf, tablesWork } from '../support/tables.ts';

const EMAIL = 'creator@example.com';

/** The module as a cold start with this setting finds it. */
async function withWelcomeOf(credits: string) {
  vi.stubEnv('WELCOME_CREDITS', credits);
  vi.resetModules();
  return import('../../../functions/accounts/welcome.ts');
}

const { welcomeUser } = await import('../../../functions/accounts/welcome.ts');

const salt = () => String(rowsOf('welcomed-addresses').find(({ id }) => id === 'salt')?.['salt']);
const marks = () => rowsOf('welcomed-addresses').filter(({ id }) => id !== 'salt');

beforeEach(tablesWork);
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the welcome credits', () => {
  it.each([0, 1, 50])('are what the stage says: %i', async (credits) => {
    const stage = await withWelcomeOf(String(credits));

    await expect(stage.welcomeUser({ userId: 'ada', email: EMAIL })).resolves.toEqual({ opened: true });

    expect(movements()).toEqual({ welcome: credits });
    expect(account('ada')).toMatchObject({ credits });
  });

  it('where there are none, an address is not marked: it may be welcomed one day', async () => {
    const stage = await withWelcomeOf('0');

    await stage.welcomeUser({ userId: 'ada', email: EMAIL });

    expect(rowsOf('welcomed-addresses')).toEqual([]);
  });

  it.each(['', '-1', '1.5', 'three'])('that make no sense ("%s") stop the cold start', async (credits) => {
    await expect(withWelcomeOf(credits)).rejects.toThrow();
  });
});

describe('an address', () => {
  it.each([
    ['written the same way', EMAIL],
    ['in capitals', 'CREATOR@Example.com'],
    ['between blanks', `  ${EMAIL} `],
  ])('is welcomed once, %s', async (_, again) => {
    await welcomeUser({ userId: 'ada', email: EMAIL });

    await expect(welcomeUser({ userId: 'ada-again', email: again })).resolves.toEqual({ opened: true });

    expect(account('ada')).toMatchObject({ credits: 3 });
    expect(account('ada-again')).toMatchObject({ credits: 0 });
    expect(account('ada-again')).not.toHaveProperty('welcomeDue');
    expect(rowsOf('ledger').map(({ userId, amount }) => [userId, amount])).toEqual([
      ['ada', 3],
      ['ada-again', 0],
    ]);
  });

  it("takes nobody else's welcome away", async () => {
    await welcomeUser({ userId: 'ada', email: EMAIL });
    await welcomeUser({ userId: 'bob', email: 'bob@example.com' });

    expect(account('bob')).toMatchObject({ credits: 3 });
  });

  it('of one user is welcomed once, however often, and at the same time', async () => {
    const owner = { userId: 'ada', email: EMAIL };
    const opened = await Promise.all([welcomeUser(owner), welcomeUser(owner), welcomeUser(owner)]);
    opened.push(await welcomeUser(owner));

    expect(opened.filter((each) => each.opened)).toHaveLength(1);
    expect(account('ada')).toMatchObject({ credits: 3 });
    expect(movements()).toEqual({ welcome: 3 });
  });

  it('of two users at the same time is welcomed for one of them', async () => {
    await Promise.all(['ada', 'eve'].map((userId) => welcomeUser({ userId, email: EMAIL })));

    expect(rowsOf('users').map(({ credits }) => credits)).toEqual([3, 0]);
  });

  it('is kept as a salted scrypt hash, and with nothing that leads to a user', async () => {
    await welcomeUser({ userId: 'ada', email: EMAIL });

    const hash = scryptSync(EMAIL, Buffer.from(salt(), 'base64'), 32).toString('hex');
    expect(marks()).toEqual([{ id: hash }]);
    expect(Buffer.from(salt(), 'base64')).toHaveLength(32);
  });
});

describe('the salt', () => {
  it('is made once, and another one in another deployment', async () => {
    await welcomeUser({ userId: 'ada', email: EMAIL });
    const first = salt();
    await welcomeUser({ userId: 'bob', email: 'bob@example.com' });
    expect(salt()).toBe(first);

    tablesWork();
    await welcomeUser({ userId: 'ada', email: EMAIL });
    expect(salt()).not.toBe(first);
  });

  it('is the one that another function made a moment earlier', async () => {
    const theirs = Buffer.alloc(32, 7);
    const row = { id: 'salt', salt: theirs.toString('base64') };
    intervene({ command: 'PutCommand', before: () => putRow('welcomed-addresses', row) });

    await welcomeUser({ userId: 'ada', email: EMAIL });

    expect(salt()).toBe(row.salt);
    expect(marks()).toEqual([{ id: scryptSync(EMAIL, theirs, 32).toString('hex') }]);
  });
});

describe('a user whose address is not known', () => {
  it('gets an empty account, whose welcome is due', async () => {
    await welcomeUser({ userId: 'ada', email: undefined });

    expect(account('ada')).toMatchObject({ credits: 0, welcomeDue: true });
    expect(movements()).toEqual({ welcome: 0 });
    expect(rowsOf('welcomed-addresses')).toEqual([]);
  });
});

describe('a welcome that is cut off', () => {
  it('at any call, done or not, is given once when it is tried again', async () => {
    await welcomeUser({ userId: 'ada', email: EMAIL });
    const calls = callsMade().length;

    for (let skip = 0; skip < calls; skip += 1) {
      for (const done of [false, true]) {
        tablesWork();
        failCall(timedOut(), { skip, done });

        await expect(welcomeUser({ userId: 'ada', email: EMAIL })).rejects.toThrow('socket hang up');
        await welcomeUser({ userId: 'ada', email: EMAIL });

        expect(account('ada'), `call ${skip}`).toMatchObject({ credits: 3 });
        expect(movements()).toEqual({ welcome: 3 });
        expect(marks()).toHaveLength(1);
      }
    }
  }, 30_000);
});
