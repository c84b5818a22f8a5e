import { beforeEach, describe, expect, it } from 'vitest';
import { computeRevision, type Payment } from '../../../functions/credits/payments/payment.ts';
import { savePurchase } from '../../../functions/credits/purchases/purchases-table.ts';
import { timedOut } from '../support/aws-errors.ts';
import { paymentWith } from '../support/payment-with.ts';
import * as db from './support/database.ts';

let userId = '';
const savedPurchase = async () => (await db.listItems('purchases', userId))[0];

beforeEach(() => {
  db.resetCalls();
  userId = db.newUser();
});

describe('the saved purchase', () => {
  const receiptUrl = 'https://pay.stripe.com/receipts/1';
  const save = (
    payment: Payment,
    state: Parameters<typeof savePurchase>[2],
    changes: Partial<Payment> = {},
  ) => {
    const purchase = { ...payment, ...changes, userId, revision: computeRevision(payment, []) };
    return savePurchase(purchase, { name: 'Pro', credits: 25 }, state);
  };

  it('keeps its receipt when a later snapshot has no receipt', async () => {
    await save(paymentWith(), 'paid', { receiptUrl });
    await save(paymentWith(), 'paid');

    expect(await savedPurchase()).toMatchObject({ receiptUrl });
  });

  /** The states of one payment, oldest first. */
  const STATES: [string, Payment][] = [
    ['an unpaid session', { ...paymentWith(), status: 'unpaid' }],
    ['a failed payment', { ...paymentWith(), status: 'failed' }],
    ['a paid session', paymentWith()],
    ['a partial refund', paymentWith({ refund: 350 })],
    ['a failed refund', paymentWith({ refund: 350, state: 'failed' })],
    ['a dispute', paymentWith({ refund: 350, state: 'failed' }, { dispute: 350 })],
    ['a won dispute', paymentWith({ refund: 350, state: 'failed' }, { dispute: 350, state: 'won' })],
  ];

  it.each(
    STATES.slice(1).map(([title, newer], index) => [title, newer, STATES[index]?.[1] ?? newer] as const),
  )('is replaced by %s, and not by any earlier state afterwards', async (_, newer, older) => {
    await save(older, 'pending');
    await save(newer, 'disputed');
    await save(newer, 'paid');

    await save(older, 'pending');

    expect(await savedPurchase()).toMatchObject({ state: 'paid' });
  });

  it('does not hide an error of DynamoDB', async () => {
    const error = timedOut();
    db.failCall(error, { operation: 'UpdateItem' });

    await expect(save(paymentWith(), 'paid')).rejects.toBe(error);
  });
});
