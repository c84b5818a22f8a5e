import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACKS } from '#contract/packs.ts';
import { createStripeCheckoutResponse, listPurchasesResponse } from '#contract/endpoints/purchase-schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { addCreator, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectInvariants } from './support/invariants.ts';

const { webhookSecret: secret } = LOCAL_STRIPE;

let cloud: EmbeddedCloud;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
});
beforeEach(async () => {
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

describe('a paid pack', () => {
  it('adds the credits of the pack once', async () => {
    const pack = 'pro';
    cloud.stripe.controls.pay(await openCheckout(pack));
    await cloud.stripe.controls.idle();

    expect(await creator.credits()).toBe(WELCOME + PACKS[pack].credits);
    const { purchases } = listPurchasesResponse.parse((await creator.get('/api/purchases')).body);
    const [purchase] = purchases;
    expect(purchase).toMatchObject({
      pack: PACKS[pack].name,
      credits: PACKS[pack].credits,
      amount: PACKS[pack].amount,
      currency: 'gbp',
      state: 'paid',
    });
    expect(purchase?.receiptUrl).toMatch(/^http/);
    await expectInvariants(inspectCloud(cloud), creator.userId);
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

describe('a webhook delivery', () => {
  const payload = JSON.stringify({
    id: 'evt_test',
    object: 'event',
    type: 'customer.created',
    data: { object: { id: 'cus_test' } },
  });

  // API Gateway encodes a body of the second type in Base64.
  it.each(['application/json; charset=utf-8', 'application/octet-stream'])(
    'with a valid signature and the type %s is accepted',
    async (contentType) => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const response = await fetch(`${cloud.url}/api/stripe-webhook`, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': contentType, 'stripe-signature': signature },
      });

      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 200,
        body: { received: true },
      });
    },
  );
});
