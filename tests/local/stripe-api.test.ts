import { describe, expect, it } from 'vitest';
import { API_KEY, openCheckout, PRO, SESSION, startFixture } from './stripe-fixtures.ts';

const BEARER = { authorization: `Bearer ${API_KEY}` };

describe('API authentication', () => {
  it.each([
    ['a missing key', {}, 'You did not provide an API key'],
    [
      'another key, which the message masks',
      { authorization: 'Bearer sk_test_abcdefgh1234' },
      'Invalid API Key provided: ********1234',
    ],
  ])('refuses %s with 401', async (_, headers, message) => {
    const { standIn } = await startFixture();

    const answer = await fetch(`${standIn.endpoint}/v1/prices`, { headers: new Headers(headers) });

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining(message) as string },
    });
  });
});

describe('API errors', () => {
  it('have Stripe’s format and the id of the request', async () => {
    const { standIn } = await startFixture();

    const answer = await fetch(`${standIn.endpoint}/v1/prices/price_x`, { headers: BEARER });

    expect(answer.status).toBe(404);
    expect(answer.headers.get('request-id')).toMatch(/^req_\w+$/);
    expect(await answer.json()).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: "No such price: 'price_x'",
        param: 'id',
      },
    });
  });

  it.each([
    ['POST', '/v1/payment_intents'],
    ['DELETE', '/v1/customers/cus_1'],
  ])(
    'answer 501 with the operation’s name to %s %s, and ask the client not to retry',
    async (method, path) => {
      const { standIn } = await startFixture();

      const answer = await fetch(standIn.endpoint + path, { method, headers: BEARER });

      expect(answer.status).toBe(501);
      expect(answer.headers.get('stripe-should-retry')).toBe('false');
      expect(await answer.text()).toContain(`The Stripe stand-in does not implement ${method} ${path}.`);
    },
  );
});

describe('an idempotency key', () => {
  const options = { idempotencyKey: 'buy-1' };

  it('runs the operation once, also for parallel requests, and returns the first response again', async () => {
    const { stripe } = await startFixture();

    const create = () => stripe.checkout.sessions.create(SESSION, options);
    const answers = await Promise.all([create(), create(), create()]);

    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const replays = answers.filter(
      ({ lastResponse }) => lastResponse.headers['idempotent-replayed'] === 'true',
    );
    expect(replays).toHaveLength(2);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });
});

describe('lists', () => {
  it('have the newest objects first, up to the limit', async () => {
    const fixture = await startFixture();
    const { sessions } = fixture.stripe.checkout;
    const created: string[] = [];
    for (let count = 0; count < 3; count += 1) created.unshift((await openCheckout(fixture)).id);

    const first = await sessions.list({ limit: 2 });

    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' });
    expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
    await expect(sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});

describe('expanding', () => {
  it('follows ids through lists and objects', async () => {
    const fixture = await startFixture();
    const { customers, checkout } = fixture.stripe;
    const customer = await customers.create({ email: 'grace@example.com' });
    const { customer_email: _, ...params } = SESSION;
    const { id } = await checkout.sessions.create({ ...params, customer: customer.id });
    fixture.controls.pay(id);

    const { data } = await checkout.sessions.list({
      expand: ['data.payment_intent.latest_charge', 'data.line_items', 'data.customer'],
    });

    expect(data).toMatchObject([
      {
        customer: { object: 'customer', email: 'grace@example.com' },
        payment_intent: { object: 'payment_intent', latest_charge: { object: 'charge', amount: 700 } },
        line_items: { data: [{ quantity: 1, amount_total: 700, description: 'Pro', price: { id: PRO.id } }] },
      },
    ]);
  });
});

describe('prices', () => {
  it('has the price that the embedded cloud added, and replaces it on request', async () => {
    const { stripe, standIn } = await startFixture();
    standIn.addPrice(PRO);

    const { data } = await stripe.prices.list({ lookup_keys: ['pro', 'other'], active: true });
    expect(data).toMatchObject([
      { id: PRO.id, object: 'price', active: true, currency: 'gbp', unit_amount: 700, type: 'one_time' },
    ]);
    expect(await stripe.products.retrieve(data[0]?.product as string)).toMatchObject({ name: 'Pro' });

    standIn.addPrice({ ...PRO, amount: 800 });
    expect(await stripe.prices.retrieve(PRO.id)).toMatchObject({ unit_amount: 800, lookup_key: 'pro' });
  });
});
