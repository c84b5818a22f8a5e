import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/welcome-user.ts';
import {
  callsMade,
  cancelled,
  dynamodb,
  refused,
  resetCloud,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { confirmed } from './support/cognito-event.ts';
import { lambdaContext, USER } from './support/event.ts';

const NOW = '2026-11-21T09:00:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a confirmed sign-up', () => {
  it('opens the account under the sub, with the welcome credits and their ledger row, in one transaction', async () => {
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
      ],
    ]);
  });

  it('gives the event back, as Cognito demands', async () => {
    const event = confirmed();

    await expect(handler(event, lambdaContext())).resolves.toBe(event);
  });

  it.each([
    ['both rows are there', cancelled(refused(), refused())],
    ['only the welcome is there', cancelled(refused(), untouched)],
    ['only the account is there', cancelled(untouched, refused())],
  ])('a second time changes nothing and does not fail the user (%s)', async (_, again) => {
    dynamodb.on(TransactWriteCommand).rejects(again);
    const event = confirmed();

    await expect(handler(event, lambdaContext())).resolves.toBe(event);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it('that DynamoDB does not answer fails, so that Cognito tells of it', async () => {
    dynamodb.on(TransactWriteCommand).rejects(timedOut());

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
