import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/list-purchases.ts';
import { callsMade, dynamodb, resetCloud, timedOut } from './support/cloud.ts';
import { call, INTERNAL_ERROR_BODY, USER, type Call } from './support/event.ts';

const listPurchases = (options: Call = {}) => call(handler, { routeKey: 'GET /api/purchases', ...options });
const user = { id: USER, credits: 3, createdAt: '2026-11-01T09:00:00.000Z' };
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
const item = { ...summary, userId: USER, revision: 2 };

beforeEach(() => {
  resetCloud();
  dynamodb.on(GetCommand, { TableName: 'users' }).resolves({ Item: user });
  dynamodb.on(QueryCommand).resolves({ Items: [item] });
});

describe('the list of purchases', () => {
  it("contains the caller's latest 50, newest first, whatever the query and the body name", async () => {
    const { status } = await listPurchases({ query: { userId: 'other' }, body: { userId: 'other' } });

    expect(status).toBe(200);
    expect(dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
      {
        TableName: 'purchases',
        IndexName: 'history',
        ExpressionAttributeValues: { ':0': USER },
        ScanIndexForward: false,
        Limit: 50,
      },
    ]);
    expect(callsMade()).toEqual(['GetCommand', 'QueryCommand']);
  });

  it('contains what the site shows, and no internal attributes', async () => {
    const { receiptUrl: _, ...pending } = { ...summary, id: 'cs_2', state: 'pending' };
    dynamodb.on(QueryCommand).resolves({ Items: [{ ...pending, userId: USER, revision: 0 }, item] });

    expect((await listPurchases()).body).toEqual({ purchases: [pending, summary] });
  });

  it.each(['pending', 'failed', 'partly_refunded', 'refunded', 'disputed', 'unmatched'])(
    'contains a purchase with the state %s',
    async (state) => {
      dynamodb.on(QueryCommand).resolves({ Items: [{ ...item, state }] });

      expect((await listPurchases()).body).toMatchObject({ purchases: [{ state }] });
    },
  );

  it('is empty without purchases', async () => {
    dynamodb.on(QueryCommand).resolves({});

    expect((await listPurchases()).body).toEqual({ purchases: [] });
  });

  it.each<[string, () => void]>([
    ['DynamoDB does not answer', () => dynamodb.on(QueryCommand).rejects(timedOut())],
    [
      'an item has an unknown state',
      () => dynamodb.on(QueryCommand).resolves({ Items: [{ ...item, state: 'lost' }] }),
    ],
  ])('responds with 500 and no details when %s', async (_, prepare) => {
    prepare();

    const { status, body } = await listPurchases();

    expect(status).toBe(500);
    expect(body).toEqual(INTERNAL_ERROR_BODY);
  });
});
