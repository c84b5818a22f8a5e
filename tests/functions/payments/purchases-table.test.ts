import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Payment, Reversal } from '../../../functions/payments/payment.ts';
import { savePurchase } from '../../../functions/payments/purchases-table.ts';
import { dynamodb, timedOut } from '../support/cloud.ts';
import { rowsOf, tablesWork } from '../support/tables.ts';

const payment: Payment = {
  sessionId: 'cs_1',
  userId: 'user',
  priceId: 'price_pro',
  amount: 700,
  currency: 'gbp',
  createdAt: '2026-11-21T09:00:00.000Z',
  status: 'paid',
  receiptUrl: 'https://pay.stripe.com/receipts/1',
  refunds: [],
  disputes: [],
};
const pack = { name: 'Pro', credits: 25 };
const taking = (changes: Partial<Reversal> = {}): Reversal => ({
  id: '1',
  amount: 350,
  isActive: true,
  ...changes,
});
const record = (changes: Partial<Payment>, state: Parameters<typeof savePurchase>[2]) =>
  savePurchase({ ...payment, ...changes }, pack, state);
const states = () => rowsOf('purchases').map(({ state }) => state);

/** One payment's life, step by step. */
const life: [string, Partial<Payment>][] = [
  ['unpaid', { status: 'unpaid', receiptUrl: undefined }],
  ['failed', { status: 'failed', receiptUrl: undefined }],
  ['paid', {}],
  ['refunded in part', { refunds: [taking()] }],
  ['that failed', { refunds: [taking({ isActive: false })] }],
  ['disputed', { refunds: [taking({ isActive: false })], disputes: [taking({ id: '2' })] }],
  ['won', { refunds: [taking({ isActive: false })], disputes: [taking({ id: '2', isActive: false })] }],
];

beforeEach(tablesWork);

describe('the record of a purchase', () => {
  it('is written under its owner and its session', async () => {
    await record({}, 'paid');

    expect(rowsOf('purchases')).toEqual([
      {
        userId: 'user',
        id: 'cs_1',
        pack: 'Pro',
        credits: 25,
        amount: 700,
        currency: 'gbp',
        state: 'paid',
        createdAt: '2026-11-21T09:00:00.000Z',
        receiptUrl: 'https://pay.stripe.com/receipts/1',
        revision: 2,
      },
    ]);
  });

  it('keeps its receipt where a look does not tell it', async () => {
    await record({}, 'paid');
    await record({ receiptUrl: undefined }, 'paid');

    expect(rowsOf('purchases')).toMatchObject([{ receiptUrl: 'https://pay.stripe.com/receipts/1' }]);
  });

  it.each(life.slice(1).map(([name, changes], index) => [name, changes, life[index]?.[1] ?? {}] as const))(
    'goes on to "%s", and never back',
    async (_, newer, older) => {
      await record(older, 'pending');
      await record(newer, 'disputed');
      expect(states()).toEqual(['disputed']);

      await record(older, 'pending');
      expect(states()).toEqual(['disputed']);
    },
  );

  it('is written again by the same look', async () => {
    await record({}, 'pending');
    await record({}, 'paid');

    expect(states()).toEqual(['paid']);
  });

  it('ends as the newest look says, in whatever order they are written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...life.keys()], { minLength: 1 }),
        fc.array(fc.nat({ max: 6 })),
        async (order, again) => {
          tablesWork();
          const written = [...order, ...again.filter((step) => order.includes(step))];
          for (const step of written) {
            const [, changes = {}] = life[step] ?? [];
            const look = { ...payment, ...changes, amount: step };
            await savePurchase(look, { name: 'Pro', credits: 25 }, 'paid');
          }

          expect(rowsOf('purchases')).toMatchObject([{ amount: Math.max(...order) }]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leaves others' alone", async () => {
    await record({}, 'paid');
    await record({ userId: 'another' }, 'paid');
    await record({ sessionId: 'cs_2' }, 'failed');

    expect(states()).toEqual(['paid', 'paid', 'failed']);
  });

  it('that could not be written is told: only an older look is let go', async () => {
    const error = timedOut();
    dynamodb.on(UpdateCommand).rejects(error);

    await expect(record({}, 'paid')).rejects.toBe(error);
  });
});
