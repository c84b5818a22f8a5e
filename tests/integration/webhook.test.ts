import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { shareCloud } from './support/shared-cloud.ts';

let cloud: EmbeddedCloud;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
});

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

describe('a webhook delivery', () => {
  it('with a valid signature is accepted, whether API Gateway encodes its body in Base64 or not', async () => {
    const answer = { status: 200, body: { received: true } };
    expect(await deliver(payload, sign(payload))).toEqual(answer);
    expect(await deliver(payload, sign(payload), 'application/octet-stream')).toEqual(answer);
  });
});
