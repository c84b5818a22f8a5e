import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { startCloud } from './support/cloud.ts';

let cloud: EmbeddedCloud;

beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.stop());

const stripe = new Stripe(LOCAL_STRIPE.apiKey);
const payload = JSON.stringify({
  id: 'evt_test',
  object: 'event',
  type: 'customer.created',
  data: { object: { id: 'cus_test' } },
});

function sign(body: string, secondsAgo = 0, secret: string = LOCAL_STRIPE.webhookSecret): string {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}

async function deliver(
  body: string,
  signature: string | undefined,
  contentType = 'application/json; charset=utf-8',
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${cloud.url}/api/stripe-webhook`, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  });
  return { status: response.status, body: await response.json() };
}

describe('a delivery', () => {
  it('that is signed is taken, with or without API Gateway turning it into base64', async () => {
    const answer = { status: 200, body: { received: true } };
    expect(await deliver(payload, sign(payload))).toEqual(answer);
    expect(await deliver(payload, sign(payload), 'application/octet-stream')).toEqual(answer);
  });

  it('of a kind that we do not know is taken, so that it does not come for days', async () => {
    const unknown = payload.replace('customer.created', 'thing.happened');
    expect(await deliver(unknown, sign(unknown))).toMatchObject({ status: 200 });
  });

  it.each([
    ['no signature', () => undefined],
    ['a signature of another secret', () => sign(payload, 0, 'whsec_other')],
    ['a signature of another body', () => sign(`${payload} `)],
    ['a signature ten minutes old', () => sign(payload, 600)],
    ['nonsense for a signature', () => 't=1,v1=00'],
  ])('with %s is refused', async (_, signature) => {
    expect(await deliver(payload, signature())).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});
