import type Stripe from 'stripe';
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

  it('is refused for a different request', async () => {
    const { stripe } = await startFixture();
    await stripe.customers.create({ email: 'ada@example.com' }, options);

    await expect(stripe.customers.create({ email: 'eve@example.com' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message: expect.stringContaining("other than 'buy-1'") as string,
    });
  });

  it('keeps the failure of an operation, but not of a request with invalid parameters', async () => {
    const { stripe, standIn } = await startFixture();
    const unknownPrice = { ...SESSION, line_items: [{ price: 'price_new', quantity: 1 }] };

    await expect(stripe.checkout.sessions.create(unknownPrice, options)).rejects.toThrow('No such price');
    standIn.addPrice({ id: 'price_new', lookupKey: 'new', product: 'New', amount: 500, currency: 'gbp' });
    await expect(stripe.checkout.sessions.create(unknownPrice, options)).rejects.toThrow('No such price');

    const other = { idempotencyKey: 'buy-2' };
    await expect(stripe.customers.create({ email: 'ada' }, other)).rejects.toThrow('Invalid email');
    await expect(stripe.customers.create({ email: 'ada@example.com' }, other)).resolves.toBeDefined();
  });

  it('is forgotten after a day', async () => {
    const { stripe, clock } = await startFixture();
    const first = await stripe.customers.create({}, options);
    clock.advance(24 * 3_600_000 + 1);

    const second = await stripe.customers.create({ email: 'ada@example.com' }, options);

    expect(second.id).not.toBe(first.id);
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

  it('leaves null where there is no payment intent, and refuses a field that is not a reference', async () => {
    const fixture = await startFixture();
    const { id } = await openCheckout(fixture);

    const expand = (path: string) => fixture.stripe.checkout.sessions.retrieve(id, { expand: [path] });
    expect(await expand('payment_intent.latest_charge')).toMatchObject({ payment_intent: null });
    await expect(expand('status')).rejects.toThrow('This property cannot be expanded (status).');
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

  it('keeps a lookup key with its price unless the request transfers it', async () => {
    const { stripe } = await startFixture();
    const product_data = { name: 'Pro' };
    const price = { currency: 'gbp', unit_amount: 750, lookup_key: 'pro', product_data };

    await expect(stripe.prices.create(price)).rejects.toThrow(`\`${PRO.id}\`) already uses that lookup key.`);
    await stripe.prices.create({ ...price, transfer_lookup_key: true });

    expect(await stripe.prices.retrieve(PRO.id)).toMatchObject({ lookup_key: null, active: true });
  });

  it.each<[string, object, object]>([
    ['no amount', { currency: 'gbp', product: 'prod_pro' }, { code: 'parameter_missing' }],
    ['no product', { currency: 'gbp', unit_amount: 1 }, { param: 'product' }],
    [
      'an unknown product',
      { currency: 'gbp', unit_amount: 1, product: 'prod_x' },
      { code: 'resource_missing', param: 'product' },
    ],
    [
      'a subscription',
      { currency: 'gbp', unit_amount: 1, product: 'prod_pro', recurring: { interval: 'month' } },
      { code: 'parameter_unknown', param: 'recurring' },
    ],
  ])('refuses a price with %s', async (_, params, error) => {
    const { stripe } = await startFixture();

    await expect(stripe.prices.create(params as Stripe.PriceCreateParams)).rejects.toMatchObject({
      statusCode: 400,
      ...error,
    });
  });
});

it('refuses a webhook endpoint on this machine', async () => {
  const { stripe } = await startFixture();

  await expect(
    stripe.webhookEndpoints.create({ url: 'http://localhost:5173/hook', enabled_events: ['*'] }),
  ).rejects.toMatchObject({
    param: 'url',
    message: expect.stringContaining('must be publicly accessible') as string,
  });
});
