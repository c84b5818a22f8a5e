import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countCreditsBought, countStripeEvent } from '../../functions/shared/metrics.ts';
import { savePurchase } from '../../functions/payments/purchases-table.ts';
import { USER } from './support/event.ts';
import { PAID } from './support/paid.ts';
import { buy, deliver, eventOf, openSession, paymentsWork, refund, tell } from './support/payments.ts';
import { controls, later } from './support/stripe.ts';
import { account, dropAccount, movements, openAccount, rowsOf } from './support/tables.ts';

const OK = { status: 200, body: { received: true } };
const completed = 'checkout.session.completed';
const succeeded = 'checkout.session.async_payment_succeeded';

beforeEach(() => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(1);
});

describe('a paid session', () => {
  it('adds its credits, by one row of the ledger', async () => {
    const session = await buy();

    expect(await tell(completed)).toMatchObject(OK);

    expect(account()).toMatchObject({ credits: 26 });
    expect(rowsOf('ledger')).toEqual([
      {
        userId: USER,
        entryId: `purchase#${session}`,
        kind: 'purchase',
        amount: 25,
        ref: session,
        createdAt: expect.stringMatching(/^20.*Z$/) as string,
      },
    ]);
    expect(vi.mocked(countCreditsBought).mock.calls).toEqual([[25]]);
    expect(vi.mocked(countStripeEvent).mock.calls).toEqual([[completed, 'handled']]);
  });

  it('is told in the history, with its receipt', async () => {
    const session = await buy();
    const [payment] = controls.payments();

    await tell(completed);

    expect(rowsOf('purchases')).toEqual([
      {
        userId: USER,
        id: session,
        pack: 'Pro',
        credits: 25,
        amount: 700,
        currency: 'gbp',
        state: 'paid',
        createdAt: new Date((payment?.session.created ?? 0) * 1_000).toISOString(),
        receiptUrl: payment?.charge.receipt_url,
        revision: expect.any(Number) as number,
      },
    ]);
  });

  it.each([
    ['starter', 10],
    ['pro', 25],
    ['elite', 50],
  ] as const)('buys what our table says of its price: %s', async (pack, credits) => {
    const session = await buy(pack);

    await tell(completed);

    expect(movements()).toEqual({ [`purchase#${session}`]: credits });
  });

  it('opens the account of a user who has none; the welcome waits for the address', async () => {
    dropAccount(USER);
    const session = await buy();

    expect(await tell(completed)).toMatchObject(OK);

    expect(movements()).toEqual({ welcome: 0, [`purchase#${session}`]: 25 });
    expect(account()).toMatchObject({ credits: 25, welcomeDue: true });
  });

  it('beside another one: each adds its own', async () => {
    const first = await buy('starter');
    await tell(completed);
    const second = await buy('starter');
    await tell(completed);

    expect(movements()).toEqual({ [`purchase#${first}`]: 10, [`purchase#${second}`]: 10 });
    expect(account()).toMatchObject({ credits: 21 });
  });
});

describe('the same payment again', () => {
  it('the same event, five times at once: once credited, five times 200', async () => {
    const session = await buy();
    const event = eventOf(completed);

    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(account()).toMatchObject({ credits: 26 });
    expect(countCreditsBought).toHaveBeenCalledTimes(1);
  });

  it('two event ids for one session: once credited', async () => {
    await buy();
    const event = eventOf(completed);
    await deliver(event);

    expect(await deliver({ ...event, id: 'evt_another' })).toMatchObject(OK);

    expect(account()).toMatchObject({ credits: 26 });
    expect(rowsOf('purchases')).toMatchObject([{ state: 'paid' }]);
  });
});

describe('a payment that takes days', () => {
  it('is pending first, without credits, and credited once it came', async () => {
    const session = await openSession();
    controls.pay(session, 'pay_later');

    expect(await tell(completed)).toMatchObject(OK);
    expect(movements()).toEqual({});
    expect(rowsOf('purchases')).toMatchObject([{ id: session, pack: 'Pro', credits: 25, state: 'pending' }]);

    controls.settle(session, 'succeeded');
    expect(await tell(succeeded)).toMatchObject(OK);
    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(rowsOf('purchases')).toMatchObject([{ state: 'paid', receiptUrl: expect.any(String) as string }]);
  });

  it('told the other way round: credited once', async () => {
    const session = await openSession();
    controls.pay(session, 'pay_later');
    const early = eventOf(completed);
    controls.settle(session, 'succeeded');

    await tell(succeeded);
    await deliver(early);

    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(rowsOf('purchases')).toMatchObject([{ state: 'paid' }]);
  });

  it('and fails: recorded, without credits', async () => {
    const session = await openSession();
    controls.pay(session, 'pay_later');
    const early = eventOf(completed);
    await deliver(early);
    controls.settle(session, 'failed');

    expect(await tell('checkout.session.async_payment_failed')).toMatchObject(OK);
    expect(await deliver(early)).toMatchObject(OK);

    expect(movements()).toEqual({});
    expect(account()).toMatchObject({ credits: 1 });
    expect(rowsOf('purchases')).toMatchObject([{ id: session, state: 'failed' }]);
  });

  it('says nothing of a receipt that is not there yet', async () => {
    controls.pay(await openSession(), 'pay_later');

    await tell(completed);

    expect(rowsOf('purchases')[0]).not.toHaveProperty('receiptUrl');
  });
});

describe('a card that was declined first', () => {
  it('and another one that was not: credited once', async () => {
    const session = await openSession();
    controls.pay(session, 'decline');
    controls.pay(session);

    await tell(completed);

    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
  });
});

describe('the purchase record', () => {
  it('is never taken back by an older look at the payment', async () => {
    const session = await buy();
    refund(session);
    later();
    await tell('charge.refunded');
    const [newer] = rowsOf('purchases');

    // What a delivery saw that started before the refund, and ends after it.
    await savePurchase({ ...PAID, sessionId: session }, { name: 'Pro', credits: 25 }, 'paid');

    expect(rowsOf('purchases')).toEqual([newer]);
    expect(newer).toMatchObject({ state: 'refunded' });
  });
});
