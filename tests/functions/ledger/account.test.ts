import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dynamodb, resetCloud, transactions } from '../support/cloud.ts';

/** The module as a cold start with this setting finds it. */
async function accountWith(welcomeCredits: string) {
  vi.stubEnv('WELCOME_CREDITS', welcomeCredits);
  vi.resetModules();
  return import('../../../functions/ledger/account.ts');
}

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the welcome credits', () => {
  it.each([0, 1, 50])('are what the stage says: %i', async (credits) => {
    const { welcomeUser } = await accountWith(String(credits));

    await expect(welcomeUser('user')).resolves.toEqual({ opened: true });

    expect(transactions()).toMatchObject([
      [
        { Put: { Item: { entryId: 'welcome', amount: credits } } },
        { Put: { Item: { id: 'user', credits } } },
      ],
    ]);
  });

  it.each(['', '-1', '1.5', 'three'])('that make no sense ("%s") stop the cold start', async (credits) => {
    await expect(accountWith(credits)).rejects.toThrow();
  });
});
