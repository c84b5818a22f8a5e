import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCanonicalMailbox, toWelcomeMailbox } from '../../../functions/accounts/canonical-mailbox.ts';
import { cancelled, dynamodb, refused, resetCloud, transactions, untouched } from '../support/cloud.ts';

describe('the canonical mailbox', () => {
  it.each([
    ['john@example.com', ['John@Example.com', ' john@example.com ', 'john@example.com.']],
    ['johndoe@gmail.com', ['john.doe@gmail.com', 'J.o.h.n.Doe+x@GoogleMail.com']],
    ['john.doe@outlook.com', ['john.doe+x@outlook.com']],
    ['john@hotmail.co.uk', ['john+x@hotmail.co.uk']],
    ['john@msn.com', ['john+x@msn.com']],
    ['john@yahoo.co.uk', ['john-shop@yahoo.co.uk', 'john-shop+x@yahoo.co.uk']],
    ['john-doe@yahoo.co.jp', ['john-doe@yahoo.co.jp']],
    ['john@icloud.com', ['john+x@icloud.com', 'john@me.com', 'john@mac.com']],
    [
      'johndoe@proton.me',
      ['john.doe@proton.me', 'j.o_h-n.d.oe@proton.me', 'john_doe+x@protonmail.com', 'John-Doe@pm.me'],
    ],
    ['john@fastmail.com', ['john+x@fastmail.com', 'shop@john.fastmail.com', 'a@john.fastmail.com']],
    ['john-van-doe@yandex.ru', ['john.van.doe@yandex.com', 'john-van-doe+x@ya.ru']],
    // RFC 5322, section 3.2: quotes, a backslash before a letter, and a comment do not change the address.
    [
      'johndoe@gmail.com',
      ['"john.doe"@gmail.com', '"\\john\\.doe+x"@gmail.com', 'john((new)).doe@gmail.com'],
    ],
    ['john@xn--bcher-kva.example', ['john@b\u00fccher.example', 'john@xn--bcher-kva.example']],
    ['john@gmail.com', ['john@\uff47mail.com']],
    // A local part that consists of a tag only stays as it is.
    ['+@example.com', ['+@example.com']],
  ])('%s stands for %j', (mailbox, spellings) => {
    expect(spellings.map(toCanonicalMailbox)).toEqual(spellings.map(() => mailbox));
  });

  it.each([
    ['a plus sign outside of the known providers', 'john+x@example.com', 'john@example.com'],
    ['dots outside Gmail', 'john.doe@example.com', 'johndoe@example.com'],
    ['a hyphen outside Yahoo', 'john-a@example.com', 'john-b@example.com'],
    ['the domains of Microsoft', 'john@outlook.com', 'john@hotmail.com'],
    ['a subdomain outside Fastmail', 'a@john.example.com', 'a@example.com'],
  ])('keeps %s apart, because they are different people', (_, one, other) => {
    expect(toCanonicalMailbox(one)).not.toBe(toCanonicalMailbox(other));
  });
});

describe('the mailbox that can receive welcome credits', () => {
  it.each([
    ['john@example.com', ['John+1@Example.com', ' john+a+b@example.com ', 'john@example.com.']],
    ['john.doe@example.com', ['john.doe+x@example.com']],
    ['johndoe@gmail.com', ['john.doe+x@GoogleMail.com']],
    ['john@fastmail.com', ['john+x@fastmail.com', 'shop@john.fastmail.com']],
    ['+@example.com', ['+@example.com']],
    ['no address', ['no address']],
  ])('%s stands for %j', (mailbox, spellings) => {
    expect(spellings.map(toWelcomeMailbox)).toEqual(spellings.map(() => mailbox));
  });
});

const owner = { userId: 'user', email: 'creator@example.com' };

/** Imports the module as a cold start with this setting does. */
async function importWith(credits: string) {
  vi.stubEnv('WELCOME_CREDITS', credits);
  vi.resetModules();
  return import('../../../functions/accounts/welcome.ts');
}

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  dynamodb.on(UpdateCommand).resolves({});
  dynamodb.on(GetCommand).resolves({ Item: { id: 'salt', salt: 'c2FsdA==' } });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the setting WELCOME_CREDITS', () => {
  it.each([1, 50])('is the amount that a new account receives: %i', async (credits) => {
    const { welcomeUser, grantDeferredWelcome } = await importWith(String(credits));

    await expect(welcomeUser(owner)).resolves.toEqual({ opened: true });
    await expect(grantDeferredWelcome(owner.userId, owner.email)).resolves.toEqual({ granted: credits });

    expect(transactions()[0]).toMatchObject([
      { Put: { Item: { entryId: 'welcome', amount: credits } } },
      { Put: { Item: { credits } } },
      ...Array<unknown>(3).fill(expect.anything()),
    ]);
  });

  it('of 0 opens accounts without marking their addresses, which may receive credits later', async () => {
    const { welcomeUser, grantDeferredWelcome } = await importWith('0');

    await expect(welcomeUser(owner)).resolves.toEqual({ opened: true });
    await expect(grantDeferredWelcome(owner.userId, owner.email)).resolves.toEqual({ granted: 0 });

    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]?.map(({ Put }) => Put?.TableName)).toEqual(['ledger', 'users']);
    expect(transactions()[0]?.[1]?.Put?.Item).not.toHaveProperty('welcomeDueAt');
  });

  it('of 0 reports that an existing account was not opened', async () => {
    const { welcomeUser } = await importWith('0');
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused()));

    await expect(welcomeUser(owner)).resolves.toEqual({ opened: false });
  });

  it.each(['', '-1', '1.5', 'three'])('stops the cold start if it is "%s"', async (credits) => {
    await expect(importWith(credits)).rejects.toThrow();
  });
});
