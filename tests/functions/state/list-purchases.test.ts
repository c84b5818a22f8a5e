import { expect, it } from 'vitest';
import { INTERNAL_ERROR_BODY } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';

const purchase = {
  pack: 'Pro',
  credits: 25,
  amount: 700,
  currency: 'gbp',
  state: 'paid',
  receiptUrl: 'https://pay.stripe.com/receipts/1',
};

/** Opens an account and writes purchases, the oldest first. */
async function putPurchases(...purchases: object[]): Promise<string> {
  const userId = db.newUser();
  await db.putUser(userId, 3);
  for (const [index, changes] of purchases.entries()) {
    const createdAt = new Date(Date.UTC(2026, 10, 21, 9, index)).toISOString();
    const id = `cs_${String(index).padStart(2, '0')}`;
    await db.putItem('purchases', { ...purchase, userId, id, createdAt, revision: 2, ...changes });
  }
  return userId;
}

const list = (sub: string, other = '') =>
  callEndpoint('listPurchases', sub, { query: { userId: other }, body: { userId: other } });

it("lists the caller's purchases without internal attributes, newest first, whatever the query and the body name", async () => {
  const other = await putPurchases({});
  const user = await putPurchases({ state: 'partly_refunded' }, { state: 'pending', receiptUrl: undefined });
  const { receiptUrl: _, ...pending } = { ...purchase, id: 'cs_01', state: 'pending' };

  const { status, body } = await list(user, other);

  expect([status, body]).toEqual([
    200,
    {
      purchases: [
        { ...pending, createdAt: '2026-11-21T09:01:00.000Z' },
        { ...purchase, id: 'cs_00', state: 'partly_refunded', createdAt: '2026-11-21T09:00:00.000Z' },
      ],
    },
  ]);
});

it('lists the latest 50 purchases, and none of a user without one', async () => {
  const { body } = await list(await putPurchases(...Array.from({ length: 51 }, () => ({}))));

  const ids = (body['purchases'] as { id: string }[]).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'cs_50', 'cs_01']);
  expect((await list(db.newUser())).body).toEqual({ purchases: [] });
});

it('responds with 500 and no details when a purchase has an unknown state', async () => {
  const { status, body } = await list(await putPurchases({ state: 'lost' }));

  expect([status, body]).toEqual([500, INTERNAL_ERROR_BODY]);
});
