import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import * as db from './support/database.ts';
import {
  deliverAll,
  dispute,
  latestEvent,
  payPack,
  preparePayments,
  readLedger,
  refund,
  run,
  type TestPayment,
} from './support/payments.ts';
import { answerList, resetStripe, stripe } from './support/stripe.ts';

let userId = '';
const savedState = async () => (await db.listItems('purchases', userId))[0]?.['state'];

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 1);
});

/** Changes how Stripe reports the payment's only reversal, until `resetStripe`. */
async function report(list: 'refunds' | 'disputes', changes: object): Promise<void> {
  const { data } = await stripe[list].list({ limit: 1 });
  answerList(`/v1/${list}`, [{ ...data[0], ...changes }]);
}

describe('the status of a dispute at Stripe', () => {
  let payment: TestPayment;
  beforeEach(async () => {
    payment = await payPack(userId);
    run(payment, dispute());
  });
  const deliverWith = async (changes: object) => {
    await report('disputes', changes);
    await deliverAll([latestEvent('charge.dispute.created')]);
  };

  it.each<[Stripe.Dispute.Status, number, string]>([
    ['needs_response', 0, 'disputed'],
    ['under_review', 0, 'disputed'],
    ['lost', 0, 'disputed'],
    ['won', 25, 'paid'],
    ['warning_needs_response', 25, 'paid'],
    ['warning_under_review', 25, 'paid'],
    ['warning_closed', 25, 'paid'],
  ])('%s leaves %i of 25 credits', async (status, credits, state) => {
    await deliverWith({ status });

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it.each([
    ['after the bank withdrew the money takes the credits', [{ amount: -700 }], 0, 'disputed'],
    ['after the money returned takes nothing', [{ amount: -700 }, { amount: 700 }], 25, 'paid'],
    ['before the bank withdrew anything takes nothing', [], 25, 'paid'],
  ])('prevented %s', async (_, movements, credits, state) => {
    await deliverWith({ status: 'prevented', balance_transactions: movements });

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it('prevented takes the credits when the bank withdraws the money after the dispute was first read', async () => {
    await deliverWith({ status: 'prevented', balance_transactions: [] });
    resetStripe();
    await deliverWith({ status: 'prevented', balance_transactions: [{ amount: -700 }] });

    expect(await db.readBalance(userId)).toBe(1);
    expect(await savedState()).toBe('disputed');
  });

  it.each(['appeal_needs_response', 'appeal_under_review', 'lost'] as const)(
    'takes the credits again that was won and is %s afterwards',
    async (status) => {
      await deliverWith({ status: 'won' });
      resetStripe();
      await deliverWith({ status });

      expect(await db.readBalance(userId)).toBe(1);
      expect(await savedState()).toBe('disputed');
    },
  );

  it('prevented returns the credits with the event that tells of the returned money', async () => {
    await deliverWith({ status: 'prevented', balance_transactions: [{ amount: -700 }] });
    resetStripe();
    await report('disputes', {
      status: 'prevented',
      balance_transactions: [{ amount: -700 }, { amount: 700 }],
    });
    await deliverAll([{ ...latestEvent('charge.dispute.created'), type: 'charge.dispute.funds_reinstated' }]);

    expect(await db.readBalance(userId)).toBe(26);
    expect(await savedState()).toBe('paid');
  });

  it.each(['needs_response', 'lost'] as const)(
    'that was a closed inquiry takes the credits once it is %s',
    async (status) => {
      await deliverWith({ status: 'warning_closed' });
      resetStripe();
      await deliverWith({ status });

      expect(await db.readBalance(userId)).toBe(1);
      expect(await savedState()).toBe('disputed');
    },
  );

  it('in another currency takes the share of the whole payment, never of a number in that currency', async () => {
    // 90 yen are not 90 pence.
    await deliverWith({ amount: 90, currency: 'jpy' });

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
  });
});

describe('the status of a refund at Stripe', () => {
  it.each([
    ['succeeded', 0, 'refunded'],
    ['pending', 0, 'refunded'],
    ['requires_action', 0, 'refunded'],
    ['failed', 25, 'paid'],
    ['canceled', 25, 'paid'],
  ])('%s leaves %i of 25 credits', async (status, credits, state) => {
    run(await payPack(userId), refund());
    await report('refunds', { status });

    await deliverAll([latestEvent('refund.created')]);

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });
});
