import { beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../functions/credits/payments/payment.ts';
import { reconcile } from '../../../functions/credits/payments/reconcile.ts';
import { countUnmatchedPayment } from '../../../functions/platform/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import { paymentWith } from '../support/payment-with.ts';
import * as db from './support/database.ts';

/** Credits of other packs. */
const OTHER_CREDITS = 100;
let userId = '';
const book = (payment: Payment, changes: Partial<Payment> = {}) =>
  reconcile({ ...payment, ...changes, userId });
const savedPurchase = async () => (await db.listItems('purchases', userId))[0];

beforeEach(async () => {
  userId = db.newUser();
  await db.putUser(userId, OTHER_CREDITS);
});

describe('a payment that does not name what was bought', () => {
  it.each([
    ['without a price', { priceId: undefined }],
    ['with the price of something else', { priceId: 'price_shirt' }],
    ['with an amount of 0', { amount: 0, currency: '' }],
    ['with another amount', { amount: 699 }],
    ['with another currency', { currency: 'usd' }],
  ])('%s is saved as unmatched when it is paid, and adds no credits', async (_, changes) => {
    await book(paymentWith(), changes);

    expect(await db.ledgerAmounts(userId)).toEqual({});
    expect(await savedPurchase()).toMatchObject({ state: 'unmatched', credits: 0 });
  });

  it('is counted when the response of the save is lost, and not by a later event', async () => {
    db.failCall(timedOut(), { operation: 'UpdateItem', isWritten: true });
    await expect(book(paymentWith(), { amount: 699 })).rejects.toThrow();
    await book(paymentWith(), { amount: 699 });
    await book(paymentWith(), { amount: 699 });

    expect(countUnmatchedPayment).toHaveBeenCalledOnce();
  });

  it.each<[string, Payment, string]>([
    ['refunded when all of it is returned', paymentWith({ refund: 699 }), 'refunded'],
    ['disputed while a dispute is open', paymentWith({ dispute: 699 }), 'disputed'],
    ['disputed after a dispute is lost', paymentWith({ dispute: 699, state: 'lost' }), 'disputed'],
    ['unmatched again after a dispute is won', paymentWith({ dispute: 699, state: 'won' }), 'unmatched'],
  ])('reads as %s', async (_, payment, state) => {
    for (const snapshot of [paymentWith(), payment, paymentWith()]) await book(snapshot, { amount: 699 });

    expect(await savedPurchase()).toMatchObject({ state, credits: 0 });
    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS);
    expect(countUnmatchedPayment).toHaveBeenCalledOnce();
  });

  it('reads as its dispute is decided, again and again', async () => {
    const states: unknown[] = [];
    for (const state of ['won', 'lost', 'won'] as const) {
      await book(paymentWith({ dispute: 699, state }), { amount: 699 });
      states.push((await savedPurchase())?.['state']);
    }

    expect(states).toEqual(['unmatched', 'disputed', 'unmatched']);
  });

  it('keeps the name of the pack if only the amount differs', async () => {
    await book(paymentWith(), { amount: 699 });

    expect(await savedPurchase()).toMatchObject({ state: 'unmatched', pack: 'Pro', credits: 0 });
  });

  it.each([
    ['unpaid', 'pending'],
    ['failed', 'failed'],
  ] as const)('is saved as a purchase of an unknown pack when it is %s', async (status, state) => {
    await book(paymentWith({ refund: 700 }), { priceId: undefined, status });

    expect(await db.ledgerAmounts(userId)).toEqual({});
    expect(await savedPurchase()).toMatchObject({ state, pack: 'Unknown', credits: 0 });
  });
});
