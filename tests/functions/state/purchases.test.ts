import { beforeEach, describe, expect, it } from 'vitest';
import { callEndpoint } from '../support/endpoint.ts';
import { INTERNAL_ERROR_BODY } from '../support/event.ts';
import { audit } from './support/audit.ts';
import * as db from './support/database.ts';
import {
  buyPack,
  deliver,
  deliverAll,
  dispute,
  payPack,
  preparePayments,
  refund,
  run,
  runAndDeliver,
  updateDispute,
} from './support/payments.ts';

let userId = '';
const readPacks = async () => (await callEndpoint('readCredits', userId)).body['packs'] ?? [];

beforeEach(async () => {
  preparePayments();
  // An audit reads all accounts.
  await db.createTables();
  userId = db.newUser();
  await db.putUser(userId, 0);
});

describe('the packs of several purchases', () => {
  it('are those of which one purchase is not returned, in any order of the events', async () => {
    const [first, second, elite] = [
      await payPack(userId),
      await payPack(userId),
      await payPack(userId, { pack: 'elite' }),
    ];
    const events = [first, second, elite].flatMap((payment) => run(payment));
    await Promise.all([...events, ...run(first, refund()), ...run(elite, dispute())].map((e) => deliver(e)));
    await deliverAll([...run(second, refund(100)), ...run(elite, updateDispute('won'))]);

    expect(await readPacks()).toEqual(['pro', 'elite']);

    await runAndDeliver(second, refund());
    expect(await readPacks()).toEqual(['elite']);
    expect(await audit({ userId })).toMatchObject({ findings: [] });
  });

  it('are in the export of the account', async () => {
    await buyPack(userId, { pack: 'starter' });

    const { body } = await callEndpoint('exportAccount', userId);
    expect(body['account']).toMatchObject({ packs: ['starter'] });
  });
});

it('an audit finds packs that the ledger does not have', async () => {
  await db.putUser(userId, 0, { packs: { pro: 25 } });

  const finding = { kind: 'packs', userId, pack: 'pro', credits: 25, ledgerSum: 0 };
  expect(await audit({ userId })).toMatchObject({ drifting: 1, findings: [finding] });
});

describe('the list of purchases', () => {
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

  it("contains the caller's purchases without internal attributes, newest first, and ignores the query and the body", async () => {
    const other = await putPurchases({});
    const user = await putPurchases(
      { state: 'partly_refunded' },
      { state: 'pending', receiptUrl: undefined },
    );
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

  it('contains the latest 50 purchases, and no purchase of a user without purchases', async () => {
    const { body } = await list(await putPurchases(...Array.from({ length: 51 }, () => ({}))));

    const ids = (body['purchases'] as { id: string }[]).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'cs_50', 'cs_01']);
    expect((await list(db.newUser())).body).toEqual({ purchases: [] });
  });

  it('answers 500 and no details when a purchase has an unknown state', async () => {
    const { status, body } = await list(await putPurchases({ state: 'lost' }));

    expect([status, body]).toEqual([500, INTERNAL_ERROR_BODY]);
  });
});
