import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/read-credits.ts';
import {
  callsMade,
  cancelled,
  dynamodb,
  refused,
  resetCloud,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';

beforeEach(resetCloud);

describe('GET /api/credits', () => {
  it.each([0, 3, 1_000_000])('answers with a balance of %i, in one consistent read', async (credits) => {
    dynamodb.on(GetCommand).resolves({ Item: { credits } });

    const answer = await call(handler);

    expect(answer).toMatchObject({ status: 200, body: { credits } });
    expect(answer.body).toEqual({ credits });
    expect(dynamodb.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { TableName: 'users', Key: { id: USER }, ProjectionExpression: 'credits', ConsistentRead: true },
    ]);
    expect(callsMade()).toEqual(['GetCommand']);
  });

  it('opens the account with the welcome credits where there is none yet', async () => {
    dynamodb
      .on(GetCommand)
      .resolvesOnce({})
      .resolves({ Item: { credits: 3 } });
    dynamodb.on(TransactWriteCommand).resolves({});

    const answer = await call(handler);

    expect(answer).toMatchObject({ status: 200, body: { credits: 3 } });
    expect(callsMade()).toEqual(['GetCommand', 'TransactWriteCommand', 'GetCommand']);
    expect(transactions()[0]).toMatchObject([
      { Put: { TableName: 'ledger', Item: { userId: USER, entryId: 'welcome', amount: 3 } } },
      { Put: { TableName: 'users', Item: { id: USER, credits: 3 } } },
    ]);
  });

  it('believes the balance, not the welcome, where another request opened the account first', async () => {
    dynamodb
      .on(GetCommand)
      .resolvesOnce({})
      .resolves({ Item: { credits: 2 } });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(refused(), refused()));

    const answer = await call(handler);

    expect(answer.body).toEqual({ credits: 2 });
  });

  it('says 0 where the account was opened once and is gone', async () => {
    dynamodb.on(GetCommand).resolves({});
    dynamodb.on(TransactWriteCommand).rejects(cancelled(refused(), untouched));

    const answer = await call(handler);

    expect(answer.body).toEqual({ credits: 0 });
  });

  it.each([
    [
      'a fault of DynamoDB',
      () => dynamodb.on(GetCommand).rejects(new InternalServerError({ message: 'x', $metadata: {} })),
    ],
    ['a balance below 0', () => dynamodb.on(GetCommand).resolves({ Item: { credits: -1 } })],
    ['a balance that is no number', () => dynamodb.on(GetCommand).resolves({ Item: { credits: '3' } })],
    ['half a credit', () => dynamodb.on(GetCommand).resolves({ Item: { credits: 0.5 } })],
  ])('%s is our fault: 500', async (_, prepare) => {
    prepare();

    const answer = await call(handler);

    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      requestId: REQUEST_ID,
    });
  });

  it('without claims answers 401, and reads nothing', async () => {
    const answer = await call(handler, { claims: undefined });

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(callsMade()).toEqual([]);
  });
});
