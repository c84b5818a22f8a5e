import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACKS } from '../../contract/packs.ts';
import { createStripeCheckoutResponse, listPurchasesResponse } from '../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-stripe.ts';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { newCreator, type Creator } from './support/creator.ts';
import type { Fault, FaultProxy } from './support/fault-proxy.ts';
import { startFaultyCloud } from './support/faulty-cloud.ts';
import { expectInvariants } from './support/invariants.ts';

const WELCOME = 3;
const STARTER = PACKS.starter.credits;

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
let audit: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await startFaultyCloud());
  audit = inspectCloud(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await proxy.close();
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  cloud.stripe.controls.setMode({ kind: 'normal' });
  creator = await newCreator(cloud);
});

/** Opens a checkout for a pack, as the site does. @returns the session's id. */
async function openCheckout(pack: keyof typeof LOCAL_PRICES = 'starter'): Promise<string> {
  const answer = await creator.post('/api/create-stripe-checkout', {
    priceId: LOCAL_PRICES[pack],
    userId: creator.userId,
  });
  const { checkoutUrl } = createStripeCheckoutResponse.parse(answer.body);
  return new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
}

/** The stand-in, asked as the product asks it. */
function stripeApi(): Stripe {
  const { hostname: host, port } = new URL(cloud.stripe.endpoint);
  return new Stripe(LOCAL_STRIPE.apiKey, { host, port, protocol: 'http', telemetry: false });
}

async function settled(): Promise<void> {
  await cloud.stripe.controls.idle();
}

async function purchases() {
  return listPurchasesResponse.parse((await creator.get('/api/purchases')).body).purchases;
}

async function ledgerSum(): Promise<number> {
  await expectInvariants(audit, creator.userId);
  return audit.balance(creator.userId);
}

describe('a pack that is paid', () => {
  it.each(['starter', 'pro', 'elite'] as const)('%s: adds what the table says, once', async (pack) => {
    cloud.stripe.controls.pay(await openCheckout(pack));
    await settled();

    expect(await creator.credits()).toBe(WELCOME + PACKS[pack].credits);
    const [purchase] = await purchases();
    expect(purchase).toMatchObject({
      pack: PACKS[pack].name,
      credits: PACKS[pack].credits,
      amount: PACKS[pack].amount,
      currency: 'gbp',
      state: 'paid',
    });
    expect(purchase?.receiptUrl).toMatch(/^http/);
  });

  it('is credited once for the same event twenty times at once', async () => {
    const event = cloud.stripe.controls.pay(await openCheckout());
    for (let n = 0; n < 20; n += 1) cloud.stripe.controls.sendAgain(event?.id ?? '');
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
  });

  it('is credited once for two events of one session', async () => {
    const event = cloud.stripe.controls.pay(await openCheckout());
    cloud.stripe.controls.sendAsNew(event?.id ?? '');
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
  });

  it('is credited twice when it is bought twice, in two tabs at once', async () => {
    const sessions = await Promise.all([openCheckout(), openCheckout()]);
    expect(new Set(sessions).size).toBe(2);
    for (const session of sessions) cloud.stripe.controls.pay(session);
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + 2 * STARTER);
    expect(await purchases()).toHaveLength(2);
  });
});

describe('a payment that takes its time', () => {
  it('is pending, and credited when the money comes', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session, 'pay_later');
    await settled();
    expect(await creator.credits()).toBe(WELCOME);
    expect(await purchases()).toMatchObject([{ state: 'pending' }]);

    cloud.stripe.controls.settle(session, 'succeeded');
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
    expect(await purchases()).toMatchObject([{ state: 'paid' }]);
  });

  it('is credited once when the events come the other way round', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold' });
    const session = await openCheckout();
    const completed = cloud.stripe.controls.pay(session, 'pay_later');
    const succeeded = cloud.stripe.controls.settle(session, 'succeeded');
    cloud.stripe.controls.release(succeeded.id);
    await settled();
    cloud.stripe.controls.release(completed?.id);
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
    expect(await purchases()).toMatchObject([{ state: 'paid' }]);
  });

  it('that fails adds nothing, and says so', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session, 'pay_later');
    cloud.stripe.controls.settle(session, 'failed');
    await settled();

    expect(await ledgerSum()).toBe(WELCOME);
    expect(await purchases()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a payment that is refunded', () => {
  it('in part takes back in proportion; in parts, what the whole would', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    cloud.stripe.controls.refund(session, 100);
    await settled();
    // 10 credits for £3.50: £1.00 is 2.86 of them, rounded in the creator's favour.
    expect(await ledgerSum()).toBe(WELCOME + STARTER - 2);
    expect(await purchases()).toMatchObject([{ state: 'partly_refunded' }]);

    cloud.stripe.controls.refund(session);
    await settled();
    expect(await ledgerSum()).toBe(WELCOME);
    expect(await purchases()).toMatchObject([{ state: 'refunded' }]);
  });

  it('before its completion arrives ends as it would in order', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold', only: ['checkout.session.completed'] });
    const session = await openCheckout();
    const completed = cloud.stripe.controls.pay(session);
    cloud.stripe.controls.refund(session);
    await settled();
    expect(await ledgerSum()).toBe(WELCOME);

    cloud.stripe.controls.release(completed?.id);
    await settled();

    expect(await ledgerSum()).toBe(WELCOME);
    expect(await purchases()).toMatchObject([{ state: 'refunded' }]);
  });

  it('after the credits were spent never goes below zero; the shortfall is recorded', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    await settled();
    await Promise.all(Array.from({ length: WELCOME + 1 }, (_, n) => creator.generate(`castle ${n}`)));
    expect(await creator.credits()).toBe(STARTER - 1);

    cloud.stripe.controls.refund(session);
    await settled();

    expect(await ledgerSum()).toBe(0);
    const [clawback] = (await audit.ledger(creator.userId)).filter((row) => row.kind === 'clawback');
    expect(clawback).toMatchObject({ amount: -(STARTER - 1), shortfall: 1 });
  });

  it('and then the bank sends it back: the credits return', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const refund = cloud.stripe.controls.refund(session);
    await settled();
    expect(await ledgerSum()).toBe(WELCOME);

    cloud.stripe.controls.failRefund(refund.id);
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
    expect(await purchases()).toMatchObject([{ state: 'paid' }]);
  });
});

describe('a payment that is disputed', () => {
  it.each([
    ['won', WELCOME + STARTER, 'paid'],
    ['lost', WELCOME, 'disputed'],
  ] as const)('takes the credits back until it is %s', async (outcome, credits, state) => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const dispute = cloud.stripe.controls.dispute(session);
    await settled();
    expect(await ledgerSum()).toBe(WELCOME);

    cloud.stripe.controls.closeDispute(dispute.id, outcome);
    await settled();

    expect(await ledgerSum()).toBe(credits);
    expect(await purchases()).toMatchObject([{ state }]);
  });

  it('and won before the dispute itself is told of loses nothing', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold', only: ['charge.dispute.created'] });
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const dispute = cloud.stripe.controls.dispute(session);
    cloud.stripe.controls.closeDispute(dispute.id, 'won');
    await settled();
    cloud.stripe.controls.release();
    await settled();

    expect(await ledgerSum()).toBe(WELCOME + STARTER);
  });
});

describe('an event whose handler dies', () => {
  // One look at the secret and Stripe, then: the ledger's transaction, the purchase's record.
  it.each([1, 2].flatMap((call) => (['not-sent', 'answer-lost'] as const).map((fault) => ({ call, fault }))))(
    'at write $call ($fault) is sent again by Stripe, and credited once',
    async ({ call, fault }) => {
      const session = await openCheckout();
      // The SDK's own retries are lost as well: the first delivery ends in a 500.
      proxy.reset((n): Fault => (n >= call && n < call + 3 ? fault : 'none'));

      const event = cloud.stripe.controls.pay(session);
      await settled();

      const attempts = cloud.stripe.controls.deliveries(event?.id ?? '');
      expect(attempts.at(-1)?.status).toBe(200);
      expect(await ledgerSum()).toBe(WELCOME + STARTER);
      expect(await purchases()).toMatchObject([{ state: 'paid' }]);
    },
  );
});

describe('the checkout', () => {
  it('collects all receipts of a user under one customer', async () => {
    const sessions = await Promise.all([openCheckout(), openCheckout('pro')]);
    sessions.push(await openCheckout('elite'));

    const opened = await Promise.all(
      sessions.map((id) => stripeApi().checkout.sessions.retrieve(id, { expand: ['customer'] })),
    );
    expect(new Set(opened.map(({ customer }) => (customer as Stripe.Customer).id)).size).toBe(1);
    expect(opened[0]?.customer).toMatchObject({ email: creator.email });
  });

  it.each([
    ['an unknown price', () => ({ priceId: 'price_free', userId: creator.userId }), 400, 'invalid_request'],
    ['no price', () => ({ userId: creator.userId }), 400, 'invalid_request'],
    ["another's id", () => ({ priceId: LOCAL_PRICES.starter, userId: 'someone-else' }), 403, 'forbidden'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await creator.post('/api/create-stripe-checkout', body())).toMatchObject({
      status,
      body: { code },
    });
  });

  it('sends the browser back to the site, wherever that is', async () => {
    const id = await openCheckout();

    const session = await stripeApi().checkout.sessions.retrieve(id);

    expect(session.success_url).toBe(`${cloud.url}/?purchase=success`);
    expect(session.cancel_url).toBe(`${cloud.url}/buy-credits`);
  });

  it("shows nobody another's purchases", async () => {
    cloud.stripe.controls.pay(await openCheckout());
    await settled();
    const other = await newCreator(cloud);

    expect((await other.get('/api/purchases')).body).toEqual({ purchases: [] });
  });
});
