import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { welcomeUser } from '../../../functions/accounts/welcome.ts';
import { handler } from '../../../functions/events/welcome-user.ts';
import { timedOut } from '../support/aws-errors.ts';
import { confirmed } from '../support/cognito-event.ts';
import { lambdaContext } from '../support/event.ts';
import * as db from './support/database.ts';
import { mailboxHash } from './support/mailbox-hash.ts';
import { cognito } from './support/services.ts';

const CLOSED_AT = '2026-11-21T09:00:00.000Z';

let user: string;
let email: string;
const confirm = (changes: Parameters<typeof confirmed>[0] = {}) => {
  const event = confirmed({ sub: user, email, ...changes });
  return handler(event, lambdaContext()).then((result) => ({ event, result }));
};

const addresses = () => db.scanItems('welcomedAddresses');
const salt = async () => String((await addresses()).find(({ id }) => id === 'salt')?.['salt']);
const hashes = async () => (await addresses()).map(({ id }) => id).filter((id) => id !== 'salt');
const hash = (address: string, base64: string) =>
  scryptSync(address, Buffer.from(base64, 'base64'), 32).toString('hex');

beforeEach(() => {
  cognito.reset();
  user = db.newUser();
  // A large provider, whose limit the addresses of this file do not reach.
  email = `${user}@gmail.com`;
});

describe('the confirmation of a sign-up', () => {
  it('opens the account under the sub with the welcome credits, and returns the event to Cognito', async () => {
    const { event, result } = await confirm();

    expect(result).toBe(event);
    expect(await db.findUserItem(user)).toEqual({
      id: user,
      packs: {},
      credits: 3,
      createdAt: expect.any(String) as string,
    });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
    expect(db.operations().filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
  });

  it.each(['false', 'absent'] as const)(
    'opens an account without welcome credits when email_verified is %s',
    async (verified) => {
      await confirm({ verified });

      expect(await db.findUserItem(user)).toMatchObject({
        credits: 0,
        welcomeDueAt: expect.any(String) as string,
      });
    },
  );

  it('opens no account when the account was closed before', async () => {
    await db.putUser(user, 0, { closedAt: CLOSED_AT });

    await confirm();

    expect(await db.findUserItem(user)).toMatchObject({ credits: 0, closedAt: CLOSED_AT });
    expect(await db.ledgerAmounts(user)).toEqual({});
  });

  it('fails when DynamoDB does not respond, so that Cognito reports it', async () => {
    db.failCall(timedOut(), { operation: 'TransactWriteItems' });

    await expect(confirm()).rejects.toThrow('socket hang up');
  });

  it('fails without a sub and writes nothing', async () => {
    await expect(confirm({ sub: undefined })).rejects.toThrow('Cognito sent a user without a sub.');
    expect(db.operations()).toEqual([]);
  });

  it.each([
    ['keeps the password of the user who signed up', undefined, 0],
    ['replaces the password that another person chose', { discardPassword: 'true' }, 1],
  ])('%s', async (_, clientMetadata, replacements) => {
    cognito.on(AdminSetUserPasswordCommand).resolves({});

    await confirm(clientMetadata && { clientMetadata });

    const calls = cognito.commandCalls(AdminSetUserPasswordCommand, {
      UserPoolId: 'us-west-2_Pool',
      Username: user,
      Permanent: true,
    });
    expect(calls).toHaveLength(replacements);
  });
});

describe('the welcome credits of one address', () => {
  it('are not granted to a second account, however its address is spelled', async () => {
    const second = db.newUser();
    await welcomeUser({ userId: user, email });

    await expect(
      welcomeUser({ userId: second, email: email.replace('@', '+2@').toUpperCase() }),
    ).resolves.toEqual({ opened: true });

    expect(await db.readBalance(user)).toBe(3);
    expect(await db.ledgerAmounts(second)).toEqual({ welcome: 0 });
    const account = await db.findUserItem(second);
    expect(account).toMatchObject({ credits: 0 });
    expect(account).not.toHaveProperty('welcomeDueAt');
  });

  it.each([
    ['a disposable domain', 'creator@mailinator.com'],
    ['a subdomain of one', 'creator@any.thing.mailinator.com'],
    ['a temporary user', 'temporary-1@thumbforge.invalid'],
    ['a relay', 'x481n904@DUCK.com'],
    ['a subdomain of a relay', 'any@john.anonaddy.com'],
    ['Hide My Email by Apple', 'x481n904@privaterelay.appleid.com'],
    ['one of the many domains of Fastmail', 'any@john.123mail.org'],
  ])('are not granted to an address of %s', async (_, address) => {
    await expect(welcomeUser({ userId: user, email: address })).resolves.toEqual({ opened: true });

    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 0 });
    expect(await db.findUserItem(user)).not.toHaveProperty('welcomeDueAt');
  });

  it('are granted once when one user is welcomed by concurrent calls', async () => {
    const owner = { userId: user, email };
    const results = await Promise.all([welcomeUser(owner), welcomeUser(owner), welcomeUser(owner)]);
    results.push(await welcomeUser(owner));

    expect(results.filter(({ opened }) => opened)).toHaveLength(1);
    expect(await db.readBalance(user)).toBe(3);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
  });

  it('are granted to one of two users who sign up concurrently', async () => {
    const users = [user, db.newUser()];
    await Promise.all(users.map((userId) => welcomeUser({ userId, email })));

    const balances = await Promise.all(users.map(db.readBalance));
    expect(balances.sort()).toEqual([0, 3]);
  });

  it('are granted exactly once when any call fails or loses its response and the sign-up is repeated', async () => {
    await db.createTables();
    await welcomeUser({ userId: user, email });
    const failures = db.listFailures();
    expect(db.operations()).toHaveLength(5);

    for (const { skip, isWritten } of failures) {
      await db.createTables();
      db.failCall(timedOut(), { skip, isWritten });

      await expect(welcomeUser({ userId: user, email })).rejects.toThrow('socket hang up');
      await welcomeUser({ userId: user, email });

      expect(await db.readBalance(user), `call ${skip}`).toBe(3);
      expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
      expect(await hashes()).toHaveLength(1);
      const counters = await db.scanItems('rateLimits');
      expect(new Map(counters.map(({ subject, requests }) => [subject, requests]))).toEqual(
        new Map([
          ['welcomes#all', 1],
          ['providerWelcomes#gmail.com', 1],
        ]),
      );
    }
  });
});

describe('the table of welcomed addresses', () => {
  beforeEach(async () => {
    mailboxHash.isReal = true;
    await db.createTables();
  });
  afterEach(() => {
    mailboxHash.isReal = false;
  });

  it('contains a salted scrypt hash of the address and nothing that identifies the user', async () => {
    await welcomeUser({ userId: user, email });

    const base64 = await salt();
    expect(Buffer.from(base64, 'base64')).toHaveLength(32);
    expect(await addresses()).toHaveLength(2);
    expect(await addresses()).toContainEqual({ id: hash(email, base64) });
  });

  it('keeps its salt, which differs from that of another deployment', async () => {
    await welcomeUser({ userId: user, email });
    const first = await salt();
    await welcomeUser({ userId: db.newUser(), email: 'other@gmail.com' });
    expect(await salt()).toBe(first);
    expect(await hashes()).toHaveLength(2);

    await db.createTables();
    await welcomeUser({ userId: user, email });
    expect(await salt()).not.toBe(first);
  });

  it('uses the salt of a concurrent invocation that created it first', async () => {
    const theirs = Buffer.alloc(32, 7).toString('base64');
    db.interceptCall({
      operation: 'PutItem',
      before: () => db.putItem('welcomedAddresses', { id: 'salt', salt: theirs }),
    });

    await welcomeUser({ userId: user, email });

    expect(await salt()).toBe(theirs);
    expect(await hashes()).toEqual([hash(email, theirs)]);
  });
});
