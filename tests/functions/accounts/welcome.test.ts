import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelled, dynamodb, refused, resetCloud, transactions, untouched } from '../support/cloud.ts';

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
