import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/list-purchases.ts';
import { callsMade, dynamodb, resetCloud, timedOut } from './support/cloud.ts';
import { call, REQUEST_ID, USER, type Call } from './support/event.ts';

const list = (more: Call = {}) => call(handler, { routeKey: 'GET /api/purchases', ...more });

const summary = {
  id: 'cs_1',
  pack: 'Pro',
  credits: 25,
  amount: 700,
  currency: 'gbp',
  state: 'paid',
  createdAt: '2026-11-21T09:00:00.000Z',
  receiptUrl: 'https://pay.stripe.com/receipts/1',
};
/** As it lies in the table. */
const row = (changes: object = {}) => ({ ...summary, userId: USER, revision: 2, ...changes });

beforeEach(() => {
  resetCloud();
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, createdAt: '2026-11-01T09:00:00.000Z' } });
});

describe('GET /api/purchases', () => {
  it("asks for the caller's, newest first, 50 of them", async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });

    const answer = await list();

    expect(answer).toMatchObject({ status: 200, body: { purchases: [] } });
    expect(dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        TableName: 'purchases',
        IndexName: 'history',
        KeyConditionExpression: 'userId = :userId',
        ExpressionAttributeValues: { ':userId': USER },
        ScanIndexForward: false,
        Limit: 50,
      },
    ]);
    expect(callsMade()).toEqual(['GetCommand', 'QueryCommand']);
  });

  it('tells of each what the site shows, in the order of the index, and nothing of our own book-keeping', async () => {
    const pending = { ...summary, id: 'cs_2', state: 'pending', receiptUrl: undefined };
    dynamodb.on(QueryCommand).resolves({ Items: [{ ...pending, userId: USER, revision: 0 }, row()] });

    const { body } = await list();

    expect(body).toEqual({ purchases: [pending, summary] });
  });

  it.each(['pending', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed', 'unmatched'])(
    'knows a purchase that is %s',
    async (state) => {
      dynamodb.on(QueryCommand).resolves({ Items: [row({ state })] });

      expect((await list()).body).toMatchObject({ purchases: [{ state }] });
    },
  );

  it('is empty where there is no answer to speak of', async () => {
    dynamodb.on(QueryCommand).resolves({});

    expect((await list()).body).toEqual({ purchases: [] });
  });

  it("cannot be asked for another's", async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });

    await list({ query: { userId: 'someone-else' }, body: { userId: 'someone-else' } });

    expect(dynamodb.commandCalls(QueryCommand)[0]?.args[0].input.ExpressionAttributeValues).toEqual({
      ':userId': USER,
    });
  });

  it('of a closed account: 401, whatever is still there', async () => {
    dynamodb.on(GetCommand, { TableName: 'users' }).resolves({
      Item: {
        id: USER,
        credits: 0,
        createdAt: '2026-11-01T09:00:00.000Z',
        closedAt: '2026-11-21T09:00:00.000Z',
      },
    });
    dynamodb.on(QueryCommand).resolves({ Items: [row()] });

    const answer = await list();

    expect(answer).toMatchObject({ status: 401, body: { error: 'This account has been deleted.' } });
    expect(callsMade()).toEqual(['GetCommand']);
  });

  it('without an authorizer: 401, and no call to AWS', async () => {
    expect(await list({ claims: undefined })).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(callsMade()).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['DynamoDB that does not answer', () => dynamodb.on(QueryCommand).rejects(timedOut())],
    ['a row that is none', () => dynamodb.on(QueryCommand).resolves({ Items: [row({ state: 'lost' })] })],
  ])('%s: 500, with nothing of its text', async (_, prepare) => {
    prepare();

    const answer = await list();

    expect(answer).toMatchObject({ status: 500 });
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      requestId: REQUEST_ID,
    });
  });
});
