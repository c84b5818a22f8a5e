import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, PACKS } from '../../contract/packs.ts';
import { createStripeCheckoutResponse, listPurchasesResponse } from '../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-stripe.ts';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { newCreator, type Creator } from './support/creator.ts';
import type { Fault, FaultProxy } from './support/fault-proxy.ts';
import { shareCloud } from './support/faulty-cloud.ts';
import { WELCOME } from './support/global-setup.ts';
import { expectInvariants } from './support/invariants.ts';

const STARTER = PACKS.starter.credits;

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  cloud.stripe.controls.setMode({ kind: 'normal' });
  creator = await newCreator(cloud);
});

/** Opens a checkout for a pack as the site does. @returns the id of the session */
async function openCheckout(pack: keyof typeof LOCAL_PRICES = 'starter'): Promise<string> {
  const answer = await creator.post('/api/create-stripe-checkout', {
    priceId: LOCAL_PRICES[pack],
    userId: creator.userId,
  });
  const { checkoutUrl } = createStripeCheckoutResponse.parse(answer.body);
  return new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
}

/** A client of the local Stripe API. */
function createStripe(): Stripe {
  const { hostname: host, port } = new URL(cloud.stripe.endpoint);
  return new Stripe(LOCAL_STRIPE.apiKey, { host, port, protocol: 'http', telemetry: false });
}

async function waitForEvents(): Promise<void> {
  await cloud.stripe.controls.idle();
}

async function listPurchases() {
  return listPurchasesResponse.parse((await creator.get('/api/purchases')).body).purchases;
}

async function checkBalance(): Promise<number> {
  await expectInvariants(inspector, creator.userId);
  return inspector.balance(creator.userId);
}

describe('a paid pack', () => {
  it.each(PACK_IDS)('%s adds the credits of the pack once', async (pack) => {
    cloud.stripe.controls.pay(await openCheckout(pack));
    await waitForEvents();

    expect(await creator.credits()).toBe(WELCOME + PACKS[pack].credits);
    const [purchase] = await listPurchases();
    expect(purchase).toMatchObject({
      pack: PACKS[pack].name,
      credits: PACKS[pack].credits,
      amount: PACKS[pack].amount,
      currency: 'gbp',
      state: 'paid',
    });
    expect(purchase?.receiptUrl).toMatch(/^http/);
  });

  it('is credited once when the same event arrives twenty times at once', async () => {
    const event = cloud.stripe.controls.pay(await openCheckout());
    for (let n = 0; n < 20; n += 1) cloud.stripe.controls.sendAgain(event?.id ?? '');
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
  });

  it('is credited once when two events name the same session', async () => {
    const event = cloud.stripe.controls.pay(await openCheckout());
    cloud.stripe.controls.sendAsNew(event?.id ?? '');
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
  });

  it('is credited twice when it is bought in two tabs at once', async () => {
    const sessions = await Promise.all([openCheckout(), openCheckout()]);
    expect(new Set(sessions).size).toBe(2);
    for (const session of sessions) cloud.stripe.controls.pay(session);
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + 2 * STARTER);
    expect(await listPurchases()).toHaveLength(2);
  });
});

describe('a delayed payment', () => {
  it('is pending until it succeeds, and is then credited', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session, 'pay_later');
    await waitForEvents();
    expect(await creator.credits()).toBe(WELCOME);
    expect(await listPurchases()).toMatchObject([{ state: 'pending' }]);

    cloud.stripe.controls.settle(session, 'succeeded');
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
    expect(await listPurchases()).toMatchObject([{ state: 'paid' }]);
  });

  it('is credited once when its events arrive in reverse order', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold' });
    const session = await openCheckout();
    const completed = cloud.stripe.controls.pay(session, 'pay_later');
    const succeeded = cloud.stripe.controls.settle(session, 'succeeded');
    cloud.stripe.controls.release(succeeded.id);
    await waitForEvents();
    cloud.stripe.controls.release(completed?.id);
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
    expect(await listPurchases()).toMatchObject([{ state: 'paid' }]);
  });

  it('adds no credits when it fails, and is listed as failed', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session, 'pay_later');
    cloud.stripe.controls.settle(session, 'failed');
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME);
    expect(await listPurchases()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a refunded payment', () => {
  it('takes back a proportional share, and all credits after the last part', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    cloud.stripe.controls.refund(session, 100);
    await waitForEvents();
    // £1.00 of £3.50 is 2.86 of 10 credits, rounded down in favour of the creator.
    expect(await checkBalance()).toBe(WELCOME + STARTER - 2);
    expect(await listPurchases()).toMatchObject([{ state: 'partly_refunded' }]);

    cloud.stripe.controls.refund(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);
    expect(await listPurchases()).toMatchObject([{ state: 'refunded' }]);
  });

  it('ends with the same balance when the refund event arrives before the completion event', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold', only: ['checkout.session.completed'] });
    const session = await openCheckout();
    const completed = cloud.stripe.controls.pay(session);
    cloud.stripe.controls.refund(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);

    cloud.stripe.controls.release(completed?.id);
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME);
    expect(await listPurchases()).toMatchObject([{ state: 'refunded' }]);
  });

  it('takes back only the remaining credits and records the shortfall', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    await waitForEvents();
    await Promise.all(Array.from({ length: WELCOME + 1 }, (_, n) => creator.generate(`castle ${n}`)));
    expect(await creator.credits()).toBe(STARTER - 1);

    cloud.stripe.controls.refund(session);
    await waitForEvents();

    expect(await checkBalance()).toBe(0);
    const [clawback] = (await inspector.ledger(creator.userId)).filter((row) => row.kind === 'clawback');
    expect(clawback).toMatchObject({ amount: -(STARTER - 1), shortfall: 1 });
  });

  it('returns the credits when the refund fails', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const refund = cloud.stripe.controls.refund(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);

    cloud.stripe.controls.failRefund(refund.id);
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
    expect(await listPurchases()).toMatchObject([{ state: 'paid' }]);
  });
});

describe('a disputed payment', () => {
  it.each([
    ['won', WELCOME + STARTER, 'paid'],
    ['lost', WELCOME, 'disputed'],
  ] as const)('takes back the credits, and the dispute is then %s', async (outcome, credits, state) => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const dispute = cloud.stripe.controls.dispute(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);

    cloud.stripe.controls.closeDispute(dispute.id, outcome);
    await waitForEvents();

    expect(await checkBalance()).toBe(credits);
    expect(await listPurchases()).toMatchObject([{ state }]);
  });

  it('keeps its credits when the dispute is won before its first event arrives', async () => {
    cloud.stripe.controls.setMode({ kind: 'hold', only: ['charge.dispute.created'] });
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const dispute = cloud.stripe.controls.dispute(session);
    cloud.stripe.controls.closeDispute(dispute.id, 'won');
    await waitForEvents();
    cloud.stripe.controls.release();
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
  });
});

describe('an event whose handler fails', () => {
  // The handler writes twice: the transaction of the ledger and the record of the purchase.
  it.each([1, 2].flatMap((call) => (['not-sent', 'answer-lost'] as const).map((fault) => ({ call, fault }))))(
    'at write $call ($fault) is credited once by a later delivery',
    async ({ call, fault }) => {
      const session = await openCheckout();
      // The retries of the SDK fail as well, so that the first delivery ends with 500.
      proxy.reset((n): Fault => (n >= call && n < call + 3 ? fault : 'none'));

      const event = cloud.stripe.controls.pay(session);
      await waitForEvents();

      const attempts = cloud.stripe.controls.deliveries(event?.id ?? '');
      expect(attempts.at(-1)?.status).toBe(200);
      expect(await checkBalance()).toBe(WELCOME + STARTER);
      expect(await listPurchases()).toMatchObject([{ state: 'paid' }]);
    },
  );
});

describe('a checkout session', () => {
  it('uses the same Stripe customer for all purchases of a user', async () => {
    const sessions = await Promise.all([openCheckout(), openCheckout('pro')]);
    sessions.push(await openCheckout('elite'));

    const opened = await Promise.all(
      sessions.map((id) => createStripe().checkout.sessions.retrieve(id, { expand: ['customer'] })),
    );
    expect(new Set(opened.map(({ customer }) => (customer as Stripe.Customer).id)).size).toBe(1);
    expect(opened[0]?.customer).toMatchObject({ email: creator.email });
  });

  it.each([
    ['an unknown price', () => ({ priceId: 'price_free', userId: creator.userId }), 400, 'invalid_request'],
    ['no price', () => ({ userId: creator.userId }), 400, 'invalid_request'],
    [
      'the id of another user',
      () => ({ priceId: LOCAL_PRICES.starter, userId: 'someone-else' }),
      403,
      'forbidden',
    ],
  ])('is refused for %s', async (_, body, status, code) => {
    expect(await creator.post('/api/create-stripe-checkout', body())).toMatchObject({
      status,
      body: { code },
    });
  });

  it('returns the browser to the origin of the site', async () => {
    const id = await openCheckout();

    const session = await createStripe().checkout.sessions.retrieve(id);

    expect(session.success_url).toBe(`${cloud.url}/?purchase=success`);
    expect(session.cancel_url).toBe(`${cloud.url}/buy-credits`);
  });

  it('is not listed for another user', async () => {
    cloud.stripe.controls.pay(await openCheckout());
    await waitForEvents();
    const other = await newCreator(cloud);

    expect((await other.get('/api/purchases')).body).toEqual({ purchases: [] });
  });
});
