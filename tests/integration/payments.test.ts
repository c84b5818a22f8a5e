import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACKS } from '../../contract/packs.ts';
import { createStripeCheckoutResponse, listPurchasesResponse } from '../../contract/purchase-schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';
import { expectInvariants } from './support/invariants.ts';

const STARTER = PACKS.starter.credits;

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  cloud.stripe.controls.setMode({ kind: 'normal' });
  creator = await addCreator(cloud);
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
  it('adds the credits of the pack once', async () => {
    const pack = 'pro';
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
});

describe('a refunded payment', () => {
  it('takes back a proportional share, and all credits after the last part', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    cloud.stripe.controls.refund(session, { amount: 100 });
    await waitForEvents();
    // £1.00 of £3.50 is 2.86 of 10 credits, rounded down in favour of the creator.
    expect(await checkBalance()).toBe(WELCOME + STARTER - 2);
    expect(await listPurchases()).toMatchObject([{ state: 'partly_refunded' }]);

    cloud.stripe.controls.refund(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);
    expect(await listPurchases()).toMatchObject([{ state: 'refunded' }]);
  });
});

describe('a disputed payment', () => {
  it('takes back the credits, and returns them when the dispute is won', async () => {
    const session = await openCheckout();
    cloud.stripe.controls.pay(session);
    const dispute = cloud.stripe.controls.dispute(session);
    await waitForEvents();
    expect(await checkBalance()).toBe(WELCOME);

    cloud.stripe.controls.updateDispute(dispute.id, 'won');
    await waitForEvents();

    expect(await checkBalance()).toBe(WELCOME + STARTER);
    expect(await listPurchases()).toMatchObject([{ state: 'paid' }]);
  });
});

describe('a checkout session', () => {
  it('returns the browser to the origin of the site', async () => {
    const id = await openCheckout();

    const session = await createStripe().checkout.sessions.retrieve(id);

    expect(session.success_url).toBe(`${cloud.url}/?purchase=success&session={CHECKOUT_SESSION_ID}`);
    expect(session.cancel_url).toBe(`${cloud.url}/buy-credits?purchase=cancelled`);
  });
});
