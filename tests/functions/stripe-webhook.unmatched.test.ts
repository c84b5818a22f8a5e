import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  countCreditsBought,
  countStripeEvent,
  countUnmatchedPayment,
} from '../../functions/shared/metrics.ts';
import { callsMade } from './support/cloud.ts';
import { USER } from './support/event.ts';
import { captureLogs } from './support/logs.ts';
import {
  buy,
  deliver,
  eventAbout,
  eventOf,
  openSession,
  paymentsWork,
  refund,
  sellPacks,
  SITE,
  tell,
} from './support/payments.ts';
import { controls, paths, standIn, stripe } from './support/stripe.ts';
import { account, movements, openAccount, rowsOf } from './support/tables.ts';

const OK = { status: 200, body: { received: true } };
const completed = 'checkout.session.completed';

beforeEach(() => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(1);
});

describe('a payment that is not what the pack costs: not credited, and somebody is told', () => {
  it.each<[string, () => Promise<string>]>([
    ['another amount', () => withPro({ amount: 100 })],
    ['another currency', () => withPro({ currency: 'usd' })],
    [
      'two of them, for the money of one',
      () => withPro({ amount: 350 }, { line_items: [{ price: 'price_pro', quantity: 2 }] }),
    ],
    [
      'two packs at once, for the money of one',
      () => withPro({ amount: 350 }, { line_items: both('price_pro', 'price_starter') }),
    ],
    [
      'the same, the other way round',
      () => withPro({ amount: 350 }, { line_items: both('price_starter', 'price_pro') }),
    ],
    [
      'a price that sells no pack',
      async () => {
        const shirt = { lookupKey: 'shirt', product: 'Shirt', amount: 700, currency: 'gbp' };
        standIn.addPrice({ id: 'price_shirt', ...shirt });
        return buy('pro', { line_items: [{ price: 'price_shirt', quantity: 1 }] });
      },
    ],
  ])('%s', async (_, pay) => {
    const session = await pay();
    const logs = captureLogs();
    try {
      expect(await tell(completed)).toMatchObject(OK);
      expect(logs.lines('payment does not match a pack')).toMatchObject([
        { level: 'ERROR', sessionId: session, amount: expect.any(Number) as number },
      ]);
    } finally {
      logs.release();
    }

    expect(movements()).toEqual({});
    expect(account()).toMatchObject({ credits: 1 });
    expect(rowsOf('purchases')).toMatchObject([{ id: session, credits: 0, state: 'unmatched' }]);
    expect(countUnmatchedPayment).toHaveBeenCalledTimes(1);
    expect(countCreditsBought).not.toHaveBeenCalled();
  });

  it('refunded by somebody who looked into it: nothing is taken, and nobody is woken again', async () => {
    const session = await withPro({ amount: 100 });
    await tell(completed);
    refund(session);

    expect(await tell('charge.refunded')).toMatchObject(OK);

    expect(movements()).toEqual({});
    expect(countUnmatchedPayment).toHaveBeenCalledTimes(1);
  });

  /** A Pro pack, paid while Stripe had another price under its id. */
  async function withPro(
    price: { amount?: number; currency?: string },
    changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ): Promise<string> {
    sellPacks(price);
    const session = await openSession('pro', changes);
    sellPacks();
    controls.pay(session);
    return session;
  }

  function both(...prices: string[]) {
    return prices.map((price) => ({ price, quantity: 1 }));
  }
});

describe('claims that somebody made', () => {
  it('in metadata decide nothing', async () => {
    const claims = { credits: '999', pack: 'elite', userId: 'someone-else', priceId: 'price_elite' };
    const session = await buy('starter', { metadata: claims, payment_intent_data: { metadata: claims } });

    await tell(completed);

    expect(movements()).toEqual({ [`purchase#${session}`]: 10 });
    expect(rowsOf('users')).toMatchObject([{ id: USER, credits: 11 }]);
  });

  it('in the event itself decide nothing: Stripe is asked how the payment stands', async () => {
    const session = await openSession();
    const object = { id: session, object: 'checkout.session', payment_status: 'paid', amount_total: 700 };

    expect(await deliver(eventAbout(completed, object))).toMatchObject(OK);

    expect(movements()).toEqual({});
    expect(rowsOf('purchases')).toMatchObject([{ state: 'pending' }]);
  });

  it('and an old event of an unpaid session credits what has been paid since', async () => {
    const session = await openSession();
    controls.pay(session, 'pay_later');
    const unpaid = eventOf(completed);
    controls.settle(session, 'succeeded');

    await deliver(unpaid);

    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
  });
});

describe('an event that is nothing of ours: 200, counted, and no call to AWS', () => {
  it.each([
    'customer.created',
    'payment_intent.succeeded',
    'invoice.paid',
    'charge.succeeded',
    'no.such.event',
  ])('%s', async (type) => {
    const answer = await deliver(eventAbout(type, { id: 'x', object: 'x' }));

    expect(answer).toMatchObject(OK);
    expect([...callsMade(), ...paths()]).toEqual([]);
    expect(vi.mocked(countStripeEvent).mock.calls).toEqual([[type, 'ignored']]);
  });

  it('a session that another seller in the account opened', async () => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: 'price_pro', quantity: 1 }],
      success_url: SITE,
    });
    controls.pay(id);

    expect(await tell(completed)).toMatchObject(OK);

    expect(callsMade()).toEqual([]);
    expect(vi.mocked(countStripeEvent).mock.calls).toEqual([[completed, 'unrelated']]);
  });

  it.each(['charge.refunded', 'refund.created', 'charge.dispute.created'])(
    'a %s of a payment that came by another way',
    async (type) => {
      const answer = await deliver(eventAbout(type, { id: 'x', payment_intent: 'pi_another_way' }));

      expect(answer).toMatchObject(OK);
      expect(callsMade()).toEqual([]);
      expect(vi.mocked(countStripeEvent).mock.calls).toEqual([[type, 'unrelated']]);
    },
  );

  it.each(['charge.refunded', 'refund.updated', 'charge.dispute.closed'])(
    'a %s of a charge without a payment intent',
    async (type) => {
      const answer = await deliver(eventAbout(type, { id: 'x', payment_intent: null }));

      expect(answer).toMatchObject(OK);
      expect([...callsMade(), ...paths()]).toEqual([]);
    },
  );
});
