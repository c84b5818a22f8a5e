import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../../functions/credits/payments/payment.ts';
import { reconcile } from '../../../functions/credits/payments/reconcile.ts';
import { countClawback } from '../../../functions/platform/metrics.ts';
import { cancelled, untouched } from '../support/aws-errors.ts';
import { paymentWith } from '../support/payment-with.ts';
import * as db from './support/database.ts';
import { ledgerItem } from './support/items.ts';

/** Credits of other packs, which no refund of this payment may take. */
const OTHER_CREDITS = 100;
let userId = '';
const book = (payment: Payment, changes: Partial<Payment> = {}) =>
  reconcile({ ...payment, ...changes, userId });
/** The bookings of the payment, in their order: the kind, the cause and the amount. */
const bookings = async () => {
  const items = await db.listItems('ledger', userId);
  return items
    .filter(({ entryId }) => String(entryId).startsWith('reversal#'))
    .map(({ kind, ref, amount }) => `${String(kind)} ${String(ref)} ${Number(amount)}`);
};
const findPurchaseEntry = async () =>
  (await db.listItems('ledger', userId)).find(({ entryId }) => entryId === 'purchase#cs_1');
const savedPurchase = async () => (await db.listItems('purchases', userId))[0];

beforeEach(async () => {
  userId = db.newUser();
  await db.putUser(userId, OTHER_CREDITS);
});

/** Snapshots of one payment, oldest first; the bookings and the saved state after each of them was reconciled. */
const HISTORIES: [string, Payment[], string[], string][] = [
  ['no reversal', [paymentWith()], [], 'paid'],
  ['a refund below one credit', [paymentWith({ refund: 1 })], ['clawback re_1 0'], 'partly_refunded'],
  ['a partial refund', [paymentWith({ refund: 699 })], ['clawback re_1 -24'], 'partly_refunded'],
  [
    'two refunds of the whole amount',
    [paymentWith({ refund: 350 }), paymentWith({ refund: 350 }, { refund: 350 })],
    ['clawback re_1 -12', 'clawback re_2 -13'],
    'refunded',
  ],
  [
    'a failed refund before a refund of the whole amount',
    [paymentWith({ refund: 700, state: 'failed' }, { refund: 700 })],
    ['restore re_1 0', 'clawback re_2 -25'],
    'refunded',
  ],
  [
    'an early refund that fails after a later refund was booked, and a refund of the rest',
    [
      paymentWith({ refund: 100 }),
      paymentWith({ refund: 100 }, { refund: 350 }),
      paymentWith({ refund: 100, state: 'failed' }, { refund: 350 }),
      paymentWith({ refund: 100, state: 'failed' }, { refund: 350 }, { refund: 350 }),
    ],
    ['clawback re_1 -3', 'clawback re_2 -13', 'restore re_1 4', 'clawback re_3 -13'],
    'refunded',
  ],
  [
    'a refund and a dispute of the rest',
    [paymentWith({ refund: 350 }, { dispute: 350 })],
    ['clawback re_1 -12', 'clawback du_1 -13'],
    'disputed',
  ],
  [
    'a refund and a won dispute of the rest',
    [paymentWith({ refund: 350 }, { dispute: 350, state: 'won' })],
    ['restore du_1 0', 'clawback re_1 -12'],
    'partly_refunded',
  ],
  [
    'a refund after a dispute of the whole amount',
    [paymentWith({ dispute: 700 }), paymentWith({ refund: 700 }, { dispute: 700 })],
    ['clawback du_1 -25', 'clawback re_1 0'],
    'disputed',
  ],
  [
    'a pending refund that fails because its payment is disputed, and the lost dispute',
    [
      paymentWith({ refund: 700 }),
      paymentWith({ refund: 700 }, { dispute: 700 }),
      paymentWith({ refund: 700, state: 'failed' }, { dispute: 700 }),
      paymentWith({ refund: 700, state: 'failed' }, { dispute: 700, state: 'lost' }),
    ],
    ['clawback re_1 -25', 'clawback du_1 0', 'restore re_1 0'],
    'disputed',
  ],
  ...[333, 27, 699].map((amount): (typeof HISTORIES)[number] => {
    const credits = Math.floor((25 * amount) / 700);
    return [
      `a dispute of ${amount} and a refund of the rest`,
      [paymentWith({ dispute: amount }), paymentWith({ refund: 700 - amount }, { dispute: amount })],
      [`clawback du_1 ${-credits}`, `clawback re_1 ${credits - 25}`],
      'disputed',
    ];
  }),
  [
    'a refund after a won partial dispute',
    [
      paymentWith({ dispute: 350 }),
      paymentWith({ dispute: 350, state: 'won' }),
      paymentWith({ refund: 700 }, { dispute: 350, state: 'won' }),
    ],
    ['clawback du_1 -12', 'restore du_1 12', 'clawback re_1 -25'],
    'refunded',
  ],
];

describe('reconciling a payment', () => {
  it('takes back what was bought, although the pack has more credits today at the same price', async () => {
    await db.putItem('ledger', ledgerItem(userId, 'purchase', 'cs_1', 20, { pack: 'pro', packCredits: 20 }));
    await db.putUser(userId, OTHER_CREDITS, { packs: { pro: 20 } });

    await book(paymentWith({ refund: 700 }));

    expect(await bookings()).toEqual(['clawback re_1 -20']);
    expect((await db.findUserItem(userId))?.['packs']).toEqual({ pro: 0 });
    expect(await savedPurchase()).toMatchObject({ state: 'refunded' });
  });

  it.each(HISTORIES)('books %s and changes nothing when repeated', async (_, snapshots, expected, state) => {
    for (const snapshot of snapshots) await book(snapshot);
    const counted = vi.mocked(countClawback).mock.calls.length;
    for (const snapshot of snapshots.toReversed()) await book(snapshot);

    expect(await findPurchaseEntry()).toMatchObject({ amount: 25 });
    expect(await bookings()).toEqual(expected);
    const change = expected.reduce((sum, booking) => sum + Number(booking.split(' ').at(-1)), 25);
    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS + change);
    expect(await savedPurchase()).toMatchObject({ state, pack: 'Pro', credits: 25 });
    expect((await db.findUserItem(userId))?.['packs']).toEqual({ pro: change });
    expect(countClawback).toHaveBeenCalledTimes(counted);
  });

  it('restores the credits of a dispute that was won, lost again and won again', async () => {
    for (const state of ['won', 'lost', 'won'] as const) await book(paymentWith({ dispute: 700, state }));

    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS + 25);
    expect(await bookings()).toEqual(['restore du_1 0', 'clawback du_1 -25', 'restore du_1 25']);
    expect(await savedPurchase()).toMatchObject({ state: 'paid' });
  });

  it('claws back a payment whose pack has another price since', async () => {
    await book(paymentWith());

    await book(paymentWith({ refund: 700 }), { priceId: 'price_before' });

    expect(await bookings()).toEqual(['clawback re_1 -25']);
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

  it('takes the remaining credits and records the rest as a shortfall, once', async () => {
    await book(paymentWith({ refund: 700 }));
    await db.changeBalance(userId, 10);
    await book(paymentWith({ refund: 700 }));

    const clawback = (await db.listItems('ledger', userId)).find(({ kind }) => kind === 'clawback');
    expect(clawback).toMatchObject({ kind: 'clawback', ref: 're_1', amount: -5, shortfall: 20 });
    expect(await db.readBalance(userId)).toBe(10);
    expect(vi.mocked(countClawback).mock.calls).toEqual([[5, 20]]);
  });

  it('counts its shortfall as returned when another refund returns the rest of the payment', async () => {
    await book(paymentWith({ refund: 350 }));
    await db.changeBalance(userId, 30);
    await book(paymentWith({ refund: 350 }, { refund: 350 }));

    expect(await bookings()).toEqual(['clawback re_1 -5', 'clawback re_2 -13']);
    expect(await db.readBalance(userId)).toBe(17);
    expect(vi.mocked(countClawback).mock.calls).toEqual([
      [5, 7],
      [13, 0],
    ]);
  });

  it('restores only the taken credits when it fails', async () => {
    await book(paymentWith({ refund: 700 }));
    await book(paymentWith({ refund: 700, state: 'failed' }));

    expect(await bookings()).toEqual(['clawback re_1 -5', 'restore re_1 5']);
    expect(await savedPurchase()).toMatchObject({ state: 'paid' });
  });
});

it('says that a payment is disputed before it takes the credits, because the shortfall of a dispute may be won back', async () => {
  const states: unknown[] = [];
  await book(paymentWith());
  db.resetCalls();
  db.interceptCall({
    operation: 'TransactWriteItems',
    skip: 1, // The first read finds the purchase.
    before: async () => states.push((await savedPurchase())?.['state']),
  });
  await book(paymentWith({ dispute: 700 }));

  expect(states).toEqual(['disputed']);
});

it('counts no clawback for a refund below one credit', async () => {
  await book(paymentWith({ refund: 1 }));

  expect(countClawback).not.toHaveBeenCalled();
});

it.each([1, 2, 3])(
  'books what concurrent calls with different knowledge of the payment agree on, round %i',
  async () => {
    const snapshots = [
      paymentWith({ refund: 350 }),
      paymentWith({ refund: 350 }, { dispute: 350 }),
      paymentWith({ refund: 350, state: 'failed' }, { dispute: 350 }),
    ];
    await book(paymentWith());
    await Promise.all([...snapshots, ...snapshots].map((snapshot) => book(snapshot)));

    expect(await db.readBalance(userId)).toBe(OTHER_CREDITS + 13);
  },
);

it('fails if other calls keep booking for the payment, so that Stripe repeats the event', async () => {
  const alreadyBooked = cancelled({ Code: 'ConditionalCheckFailed' }, untouched);
  await book(paymentWith());
  db.resetCalls();
  // The first transaction finds the purchase.
  for (let skip = 1; skip <= 10; skip += 1)
    db.failCall(alreadyBooked, { operation: 'TransactWriteItems', skip });

  await expect(book(paymentWith({ refund: 350 }))).rejects.toThrow('Other events kept changing the bookings');
});
