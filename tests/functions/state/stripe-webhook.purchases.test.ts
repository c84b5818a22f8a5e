import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countCreditsBought, countUnmatchedPayment } from '../../../functions/platform/metrics.ts';
import * as db from './support/database.ts';
import {
  addPrices,
  buyPack,
  deliver,
  deliverAll,
  makeEvent,
  openSession,
  OWN_METADATA,
  pay,
  preparePayments,
  readLedger,
  refund,
  run,
  runAndDeliver,
  settle,
} from './support/payments.ts';
import { controls } from './support/stripe.ts';

let userId = '';
const savedPurchases = () => db.listItems('purchases', userId);

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 1);
});

describe('a paid session', () => {
  it('adds its credits with one ledger entry and saves the purchase with its receipt', async () => {
    const { sessionId } = await buyPack(userId);

    const [paid] = controls.payments();
    expect(await db.readBalance(userId)).toBe(26);
    expect(await db.listItems('ledger', userId)).toEqual([
      {
        userId,
        entryId: `purchase#${sessionId}`,
        kind: 'purchase',
        amount: 25,
        ref: sessionId,
        pack: 'pro',
        packCredits: 25,
        createdAt: expect.stringMatching(/^20.*Z$/) as string,
      },
    ]);
    expect(await savedPurchases()).toEqual([
      {
        userId,
        id: sessionId,
        pack: 'Pro',
        credits: 25,
        amount: 700,
        currency: 'gbp',
        state: 'paid',
        createdAt: new Date((paid?.session.created ?? 0) * 1_000).toISOString(),
        receiptUrl: paid?.charge.receipt_url,
        revision: 2,
      },
    ]);
    expect(vi.mocked(countCreditsBought).mock.calls).toEqual([[25]]);
  });

  it('opens a missing account, whose welcome credits wait for a verified address', async () => {
    await db.deleteUserItem(userId);
    const payment = await buyPack(userId);

    expect(await readLedger(payment)).toEqual({ welcome: 0, 'purchase session': 25 });
    expect(await db.findUserItem(userId)).toMatchObject({
      credits: 25,
      welcomeDueAt: expect.any(String) as string,
    });
  });

  it('adds its credits once when one event is delivered five times at once, and again under another id', async () => {
    const payment = await openSession(userId);
    const [event = {}] = run(payment, pay());

    const replies = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
    await deliverAll([{ ...event, id: 'evt_another' }]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });
    expect(countCreditsBought).toHaveBeenCalledTimes(1);
  });
});

describe('a session with a delayed payment', () => {
  it('is pending without credits or a receipt, and adds its credits when the payment succeeds', async () => {
    const payment = await openSession(userId);
    await runAndDeliver(payment, pay('pay_later'));

    expect(await readLedger(payment)).toEqual({});
    expect(await savedPurchases()).toMatchObject([{ pack: 'Pro', credits: 25, state: 'pending' }]);
    expect((await savedPurchases())[0]).not.toHaveProperty('receiptUrl');

    await runAndDeliver(payment, settle('succeeded'));

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });
    expect(await savedPurchases()).toMatchObject([
      { state: 'paid', receiptUrl: expect.any(String) as string },
    ]);
  });

  it.each([
    ['succeeded', 25, 'paid'],
    ['failed', 0, 'failed'],
  ] as const)(
    'that %s ends the same when its events arrive in reverse order',
    async (outcome, credits, state) => {
      const payment = await openSession(userId);
      const events = run(payment, pay('pay_later'), settle(outcome));

      await deliverAll(events.toReversed());

      expect(await db.readBalance(userId)).toBe(1 + credits);
      expect(await savedPurchases()).toMatchObject([{ state }]);
    },
  );
});

describe('a payment that does not match the price of a pack', () => {
  /** Opens a session for the Pro pack while Stripe has another price for the pack. */
  const openWithPrice = async (
    price: { amount: number },
    changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ) => {
    addPrices(price);
    const payment = await openSession(userId, changes);
    addPrices();
    return payment;
  };
  const items = (...prices: string[]) => ({ line_items: prices.map((price) => ({ price, quantity: 1 })) });

  it.each([
    ['two items of half the price', { line_items: [{ price: 'price_pro', quantity: 2 }] }],
    ['two packs', items('price_pro', 'price_starter')],
  ])('because of %s adds no credits and alerts an operator once', async (_, changes) => {
    const payment = await openWithPrice({ amount: 350 }, changes);
    await runAndDeliver(payment, pay(), refund());

    expect(await readLedger(payment)).toEqual({ 'clawback 1': 0 });
    expect(await db.readBalance(userId)).toBe(1);
    expect(await savedPurchases()).toMatchObject([{ id: payment.sessionId, credits: 0, state: 'refunded' }]);
    expect(countUnmatchedPayment).toHaveBeenCalledTimes(1);
    expect(countCreditsBought).not.toHaveBeenCalled();
  });
});

describe('a claim that does not come from the price', () => {
  it('has no effect in the metadata of the session', async () => {
    const foreign = { credits: '999', pack: 'elite', userId: 'someone-else', priceId: 'price_elite' };
    const metadata = { ...foreign, ...OWN_METADATA };
    const changes = { pack: 'starter', metadata, payment_intent_data: { metadata } } as const;
    const payment = await buyPack(userId, changes);

    expect(await readLedger(payment)).toEqual({ 'purchase session': 10 });
    expect(await db.ledgerAmounts('someone-else')).toEqual({});
  });

  it('has no effect in an event, because the state of the payment is read from Stripe', async () => {
    const { sessionId: id } = await openSession(userId);
    const session = { id, object: 'checkout.session', payment_status: 'paid', amount_total: 700 };

    await deliverAll([makeEvent('checkout.session.completed', session)]);

    expect(await db.ledgerAmounts(userId)).toEqual({});
    expect(await savedPurchases()).toMatchObject([{ state: 'pending' }]);
  });
});
