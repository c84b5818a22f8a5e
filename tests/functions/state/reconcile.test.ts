import { beforeEach, describe, expect, it, vi } from 'vitest';
import { computeRevision, type Payment } from '../../../functions/payments/payment.ts';
import { savePurchase } from '../../../functions/purchases/purchases-table.ts';
import { reconcile } from '../../../functions/payments/reconcile.ts';
import { countClawback, countUnmatchedPayment } from '../../../functions/shared/metrics.ts';
import { cancelled, timedOut, untouched } from '../support/aws-errors.ts';
import { paymentWith } from '../support/payment-with.ts';
import * as db from './support/database.ts';
import { ledgerItem } from './support/items.ts';

/** Credits of other packs, which no refund of this payment may take. */
const OTHER_CREDITS = 100;
let userId = '';
const book = (payment: Payment, changes: Partial<Payment> = {}) =>
  reconcile({ ...payment, ...changes, userId });
const ledger = async () => {
  const { 'purchase#cs_1': purchase, ...reversals } = await db.ledgerAmounts(userId);
  return { purchase, ...reversals };
};
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
    await book(paymentWith({ refund: 100 }), changes);

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

/** Snapshots of one payment, oldest first, and the ledger and purchase after each was reconciled. */
const HISTORIES: [string, Payment[], Record<string, number>, string][] = [
  ['no reversal', [paymentWith()], {}, 'paid'],
  ['a refund below one credit', [paymentWith({ refund: 1 })], { 'clawback#re_1': 0 }, 'partly_refunded'],
  ['a partial refund', [paymentWith({ refund: 699 })], { 'clawback#re_1': -24 }, 'partly_refunded'],
  [
    'two refunds of the whole amount',
    [paymentWith({ refund: 350 }), paymentWith({ refund: 350 }, { refund: 350 })],
    { 'clawback#re_1': -12, 'clawback#re_2': -13 },
    'refunded',
  ],
  [
    'a failed refund before a refund of the whole amount',
    [paymentWith({ refund: 700, state: 'failed' }, { refund: 700 })],
    { 'clawback#re_1': 0, 'restore#re_1': 0, 'clawback#re_2': -25 },
    'refunded',
  ],
  [
    'an early refund that fails after a later one was booked, and a refund of the rest',
    [
      paymentWith({ refund: 100 }),
      paymentWith({ refund: 100 }, { refund: 350 }),
      paymentWith({ refund: 100, state: 'failed' }, { refund: 350 }),
      paymentWith({ refund: 100, state: 'failed' }, { refund: 350 }, { refund: 350 }),
    ],
    { 'clawback#re_1': -3, 'restore#re_1': 3, 'clawback#re_2': -13, 'clawback#re_3': -12 },
    'refunded',
  ],
  [
    'a refund and a dispute of the rest',
    [paymentWith({ refund: 350 }, { dispute: 350 })],
    { 'clawback#re_1': -12, 'clawback#du_1': -13 },
    'disputed',
  ],
  [
    'a refund and a won dispute of the rest',
    [paymentWith({ refund: 350 }, { dispute: 350, state: 'won' })],
    { 'clawback#re_1': -12, 'clawback#du_1': 0, 'restore#du_1': 0 },
    'partly_refunded',
  ],
  [
    'a refund after a dispute of the whole amount',
    [paymentWith({ dispute: 700 }), paymentWith({ dispute: 700 }, { refund: 700 })],
    { 'clawback#du_1': -25, 'clawback#re_1': 0 },
    'disputed',
  ],
  ...[333, 27, 699].map((amount): (typeof HISTORIES)[number] => {
    const credits = Math.floor((25 * amount) / 700);
    return [
      `a dispute of ${amount} and a refund of the rest`,
      [paymentWith({ dispute: amount }), paymentWith({ dispute: amount }, { refund: 700 - amount })],
      { 'clawback#du_1': 0 - credits, 'clawback#re_1': credits - 25 },
      'disputed',
    ];
  }),
  [
    'a refund after a won partial dispute',
    [
      paymentWith({ dispute: 350 }),
      paymentWith({ dispute: 350, state: 'won' }),
      paymentWith({ dispute: 350, state: 'won' }, { refund: 700 }),
    ],
    { 'clawback#du_1': -12, 'restore#du_1': 12, 'clawback#re_1': -25 },
    'refunded',
  ],
];

describe('reconciling a payment', () => {
  it('takes back what was bought, although the pack has more credits today at the same price', async () => {
    // Of the time before entries named their pack.
    await db.putItem('ledger', ledgerItem(userId, 'purchase', 'cs_1', 20));
    await db.putUser(userId, OTHER_CREDITS, { packs: { pro: 20 } });

    await book(paymentWith({ refund: 700 }));

    expect(await ledger()).toEqual({ purchase: 20, 'clawback#re_1': -20 });
    expect((await db.findUserItem(userId))?.['packs']).toEqual({ pro: 0 });
    expect(await savedPurchase()).toMatchObject({ state: 'refunded' });
  });

  it.each(HISTORIES)('books %s and changes nothing when repeated', async (_, snapshots, expected, state) => {
    for (const snapshot of snapshots) await book(snapshot);
    const counted = vi.mocked(countClawback).mock.calls.length;
    for (const snapshot of snapshots.toReversed()) await book(snapshot);

    expect(await ledger()).toEqual({ purchase: 25, ...expected });
    const change = Object.values(expected).reduce((sum, amount) => sum + amount, 25);
    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS + change);
    expect(await savedPurchase()).toMatchObject({ state, pack: 'Pro', credits: 25 });
    expect((await db.findUserItem(userId))?.['packs']).toEqual({ pro: change });
    expect(countClawback).toHaveBeenCalledTimes(counted);
  });

  it('restores the credits of a dispute that was won, lost again and won again', async () => {
    for (const state of ['won', 'lost', 'won'] as const) await book(paymentWith({ dispute: 700, state }));

    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS + 25);
    expect(await ledger()).toMatchObject({ 'clawback#du_1#lost': -25, 'restore#du_1#lost': 25 });
  });

  it('claws back a payment whose pack has another price since', async () => {
    await book(paymentWith());

    await book(paymentWith({ refund: 700 }), { priceId: 'price_before' });

    expect(await ledger()).toEqual({ purchase: 25, 'clawback#re_1': -25 });
    expect(await savedPurchase()).toMatchObject({ pack: 'Pro', credits: 25, state: 'refunded' });
  });

  it('fails when the ledger refuses the purchase twice, so that Stripe repeats the event', async () => {
    const withoutAccount = cancelled(untouched, { Code: 'ConditionalCheckFailed' });
    for (const skip of [0, 2]) db.failCall(withoutAccount, { operation: 'TransactWriteItems', skip });

    await expect(book(paymentWith())).rejects.toThrow('The ledger refused a purchase: no_account.');
  });
});

describe('a refund of credits that were spent', () => {
  beforeEach(async () => {
    await db.changeBalance(userId, -OTHER_CREDITS);
    await book(paymentWith());
    await db.changeBalance(userId, -20);
  });

  it('takes what is left and records the rest as a shortfall, once', async () => {
    await book(paymentWith({ refund: 700 }));
    await db.changeBalance(userId, 10);
    await book(paymentWith({ refund: 700 }));

    const [clawback] = await db.listItems('ledger', userId);
    expect(clawback).toMatchObject({ kind: 'clawback', ref: 're_1', amount: -5, shortfall: 20 });
    expect(await db.readBalance(userId)).toBe(10);
    expect(vi.mocked(countClawback).mock.calls).toEqual([[5, 20]]);
  });

  it('counts its shortfall as returned when another refund returns the rest of the payment', async () => {
    await book(paymentWith({ refund: 350 }));
    await db.changeBalance(userId, 30);
    await book(paymentWith({ refund: 350 }, { refund: 350 }));

    expect(await ledger()).toEqual({ purchase: 25, 'clawback#re_1': -5, 'clawback#re_2': -13 });
    expect(await db.readBalance(userId)).toBe(17);
    expect(vi.mocked(countClawback).mock.calls).toEqual([
      [5, 7],
      [13, 0],
    ]);
  });

  it('restores only the taken credits when it fails', async () => {
    await book(paymentWith({ refund: 700 }));
    await book(paymentWith({ refund: 700, state: 'failed' }));

    expect(await ledger()).toEqual({ purchase: 25, 'clawback#re_1': -5, 'restore#re_1': 5 });
    expect(await savedPurchase()).toMatchObject({ state: 'paid' });
  });
});

it('says that a payment is disputed before it takes the credits, because the shortfall of a dispute may be won back', async () => {
  const states: unknown[] = [];
  await book(paymentWith());
  db.resetCalls();
  db.interceptCall({
    operation: 'TransactWriteItems',
    skip: 1, // The first one finds the purchase.
    before: async () => states.push((await savedPurchase())?.['state']),
  });
  await book(paymentWith({ dispute: 700 }));

  expect(states).toEqual(['disputed']);
});

it('counts no clawback for a refund below one credit', async () => {
  await book(paymentWith({ refund: 1 }));

  expect(countClawback).not.toHaveBeenCalled();
});

describe('the saved purchase', () => {
  const receiptUrl = 'https://pay.stripe.com/receipts/1';
  const save = (
    payment: Payment,
    state: Parameters<typeof savePurchase>[2],
    changes: Partial<Payment> = {},
  ) => {
    const purchase = { ...payment, ...changes, userId, revision: computeRevision(payment) };
    return savePurchase(purchase, { name: 'Pro', credits: 25 }, state);
  };

  it('keeps its receipt when a later snapshot has none', async () => {
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
