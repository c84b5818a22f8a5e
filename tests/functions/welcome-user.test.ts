import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/welcome-user.ts';
import { callsMade, timedOut, transactions } from './support/cloud.ts';
import { confirmed } from './support/cognito-event.ts';
import { lambdaContext, USER } from './support/event.ts';
import { account, failCall, movements, openAccount, rowsOf, tablesWork } from './support/tables.ts';

const NOW = '2026-11-21T09:00:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  tablesWork();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a confirmed sign-up', () => {
  it('opens the account under the sub, with the welcome credits, their ledger row and the mark of its address, in one transaction', async () => {
    await handler(confirmed(), lambdaContext());

    expect(transactions()).toEqual([
      [
        {
          Put: {
            TableName: 'ledger',
            Item: {
              userId: USER,
              entryId: 'welcome',
              kind: 'welcome',
              amount: 3,
              ref: 'sign-up',
              createdAt: NOW,
            },
            ConditionExpression: 'attribute_not_exists(entryId)',
          },
        },
        {
          Put: {
            TableName: 'users',
            Item: { id: USER, credits: 3, createdAt: NOW },
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
        {
          Put: {
            TableName: 'welcomed-addresses',
            Item: { id: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
      ],
    ]);
  });

  it('writes the address nowhere', async () => {
    await handler(confirmed({ email: 'Creator@Example.com' }), lambdaContext());

    const written = JSON.stringify([
      ...rowsOf('users'),
      ...rowsOf('ledger'),
      ...rowsOf('welcomed-addresses'),
    ]);
    expect(written).not.toMatch(/creator|example/i);
  });

  it('of an address that was welcomed before opens an empty account', async () => {
    await handler(confirmed({ sub: 'an-earlier-user' }), lambdaContext());

    await handler(confirmed(), lambdaContext());

    expect(account()).toMatchObject({ credits: 0 });
    expect(account('an-earlier-user')).toMatchObject({ credits: 3 });
  });

  it.each(['false', 'absent'] as const)(
    'with email_verified %s defers the welcome credits',
    async (verified) => {
      await handler(confirmed({ verified }), lambdaContext());

      expect(account()).toMatchObject({ credits: 0, welcomeDue: true });
    },
  );

  it('gives the event back, as Cognito demands', async () => {
    const event = confirmed();

    await expect(handler(event, lambdaContext())).resolves.toBe(event);
  });

  it('a second time changes nothing and does not fail the user', async () => {
    await handler(confirmed(), lambdaContext());
    const event = confirmed();

    await expect(handler(event, lambdaContext())).resolves.toBe(event);
    expect(movements()).toEqual({ welcome: 3 });
  });

  it('that comes late, after the account was closed, opens nothing', async () => {
    openAccount(0, { closedAt: NOW });

    await handler(confirmed(), lambdaContext());

    expect(account()).toMatchObject({ id: USER, credits: 0, closedAt: NOW });
    expect(movements()).toEqual({});
  });

  it('that DynamoDB does not answer fails, so that Cognito tells of it', async () => {
    failCall(timedOut(), { command: 'TransactWriteCommand' });

    await expect(handler(confirmed(), lambdaContext())).rejects.toThrow('socket hang up');
  });

  it('without a sub fails, and writes nothing', async () => {
    await expect(handler(confirmed({ sub: undefined }), lambdaContext())).rejects.toThrow(/without a sub/);
    expect(callsMade()).toEqual([]);
  });
});

describe('a forgotten password that was confirmed', () => {
  it('is no sign-up: the event goes back, and nothing is written', async () => {
    const event = confirmed({ triggerSource: 'PostConfirmation_ConfirmForgotPassword' });

    await expect(handler(event, lambdaContext())).resolves.toBe(event);
    expect(callsMade()).toEqual([]);
  });
});
