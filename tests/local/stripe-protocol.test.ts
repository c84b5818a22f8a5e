import { describe, expect, it } from 'vitest';
import { parseForm } from '../../local/emulators/stripe/api/form.ts';
import { startStripe } from '../../local/emulators/stripe/stripe.ts';
import { API_KEY, checkout, clientOf, SESSION, startWorld } from './stripe-world.ts';

const bearer = { authorization: `Bearer ${API_KEY}` };

describe('who asks', () => {
  it.each([
    ['nobody', {}, 'You did not provide an API key.'],
    ['an empty key', { authorization: 'Bearer ' }, 'You did not provide an API key.'],
    [
      'another key',
      { authorization: 'Bearer sk_test_abcdefgh1234' },
      'Invalid API Key provided: sk_test_********1234',
    ],
  ])('is refused as %s', async (_, headers, message) => {
    const { standIn } = await startWorld();

    const answer = await fetch(`${standIn.endpoint}/v1/prices`, { headers: new Headers(headers) });

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining(message) as string },
    });
  });

  it('is known by a user name as well', async () => {
    const { standIn } = await startWorld();
    const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

    expect((await fetch(`${standIn.endpoint}/v1/prices`, { headers: { authorization } })).status).toBe(200);
  });

  it('learns from the client which error it was', async () => {
    const { standIn } = await startWorld();

    await expect(clientOf(standIn.endpoint, 'sk_test_other').prices.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });
});

describe('an answer', () => {
  it('names its request, and echoes the version', async () => {
    const { standIn } = await startWorld();

    const answer = await fetch(`${standIn.endpoint}/v1/prices`, {
      headers: { ...bearer, 'stripe-version': '2025-01-01.old' },
    });

    expect(answer.headers.get('request-id')).toMatch(/^req_\w{14}$/);
    expect(answer.headers.get('stripe-version')).toBe('2025-01-01.old');
    const byDefault = await fetch(`${standIn.endpoint}/v1/prices`, { headers: bearer });
    expect(byDefault.headers.get('stripe-version')).toBe('2026-10-28.endive');
  });

  it('has an error of Stripe’s shape', async () => {
    const { standIn } = await startWorld();

    const answer = await fetch(`${standIn.endpoint}/v1/prices/price_x`, { headers: bearer });

    expect(await answer.json()).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: "No such price: 'price_x'",
        param: 'id',
        doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      },
    });
  });

  it.each([
    ['GET', '/v1/subscriptions'],
    ['POST', '/v1/payment_intents'],
    ['DELETE', '/v1/customers/cus_1'],
  ])('to %s %s says that it is not there', async (method, path) => {
    const { standIn } = await startWorld();

    const answer = await fetch(standIn.endpoint + path, { method, headers: bearer });

    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`Unrecognized request URL (${method}: ${path})`);
  });

  it('to more than fits is a refusal', async () => {
    const { standIn } = await startWorld();

    const answer = await fetch(`${standIn.endpoint}/v1/customers`, {
      method: 'POST',
      headers: bearer,
      body: `description=${'x'.repeat(2 ** 20)}`,
    });

    expect(answer.status).toBe(400);
  });
});

describe('an idempotency key', () => {
  const options = { idempotencyKey: 'buy-1' };

  it('gets the first answer again, and does nothing twice', async () => {
    const { stripe } = await startWorld();

    const first = await stripe.checkout.sessions.create(SESSION, options);
    const second = await stripe.checkout.sessions.create(SESSION, options);

    expect(second).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'buy-1',
      'original-request': first.lastResponse.requestId,
    });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('makes one thing of parallel requests', async () => {
    const { stripe } = await startWorld();

    const made = await Promise.all(Array.from({ length: 8 }, () => stripe.customers.create({}, options)));

    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('is for one request only', async () => {
    const { stripe } = await startWorld();
    await stripe.customers.create({ name: 'Ada' }, options);

    await expect(stripe.customers.create({ name: 'Grace' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message: expect.stringContaining("other than 'buy-1'") as string,
    });
  });

  it('remembers a failure that happened, and no request that was malformed', async () => {
    const world = await startWorld();
    const { stripe, standIn } = world;
    const priceless = { ...SESSION, line_items: [{ price: 'price_new', quantity: 1 }] };

    await expect(stripe.checkout.sessions.create(priceless, options)).rejects.toThrow('No such price');
    standIn.addPrice({ id: 'price_new', lookupKey: 'new', product: 'New', amount: 500, currency: 'gbp' });
    await expect(stripe.checkout.sessions.create(priceless, options)).rejects.toThrow('No such price');

    const other = { idempotencyKey: 'buy-2' };
    await expect(stripe.customers.create({ email: 'ada' }, other)).rejects.toThrow('Invalid email');
    await expect(stripe.customers.create({ email: 'ada@example.com' }, other)).resolves.toBeDefined();
  });

  it('is forgotten after a day', async () => {
    const { stripe, clock } = await startWorld();
    const first = await stripe.customers.create({}, options);
    clock.advance(24 * 3_600_000 + 1);

    expect((await stripe.customers.create({ name: 'other' }, options)).id).not.toBe(first.id);
  });

  it('is at most 255 characters', async () => {
    const { stripe } = await startWorld();

    await expect(stripe.customers.create({}, { idempotencyKey: 'x'.repeat(256) })).rejects.toThrow('255');
  });
});

describe('a list', () => {
  it('is read page by page, both ways', async () => {
    const world = await startWorld();
    const { sessions } = world.stripe.checkout;
    const made = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await checkout(world)).id);

    const first = await sessions.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' });
    const second = await sessions.list({ limit: 2, starting_after: first.data[1]?.id ?? '' });
    const back = await sessions.list({ limit: 2, ending_before: second.data[1]?.id ?? '' });
    const all = await sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 });

    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made.slice(0, 4));
    expect(back.data.map(({ id }) => id)).toEqual([made[1], made[2]]);
    expect(all.map(({ id }) => id)).toEqual(made);
    await expect(sessions.list({ starting_after: 'cs_x' })).rejects.toMatchObject({
      param: 'starting_after',
    });
    await expect(sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('can be narrowed to a time', async () => {
    const world = await startWorld();
    await checkout(world);
    world.clock.advance(60_000);
    const late = await checkout(world);
    const { sessions } = world.stripe.checkout;

    expect((await sessions.list({ created: { gte: late.created } })).data).toEqual([late]);
    expect((await sessions.list({ created: { gt: late.created } })).data).toEqual([]);
    expect((await sessions.list({ created: { lt: late.created } })).data).toHaveLength(1);
    expect((await sessions.list({ created: late.created })).data).toEqual([late]);
  });
});

describe('expanding', () => {
  it('follows ids through lists and objects', async () => {
    const world = await startWorld();
    const { id } = await checkout(world);
    world.controls.pay(id);
    world.controls.refund(id, 100);

    const { sessions } = world.stripe.checkout;
    const listed = await sessions.list({ expand: ['data.payment_intent.latest_charge.refunds'] });
    const read = await sessions.retrieve(id, { expand: ['line_items.data.price.product'] });

    expect(listed.data).toMatchObject([
      { payment_intent: { latest_charge: { refunds: { data: [{ object: 'refund', amount: 100 }] } } } },
    ]);
    expect(read.line_items?.data).toMatchObject([{ price: { product: { name: 'Pro' } } }]);
  });

  it('refuses what cannot be', async () => {
    const world = await startWorld();
    const { id } = await checkout(world);
    const { sessions } = world.stripe.checkout;

    await expect(sessions.retrieve(id, { expand: ['status'] })).rejects.toThrow(
      'This property cannot be expanded (status).',
    );
    await expect(sessions.retrieve(id, { expand: ['a.b.c.d.e'] })).rejects.toThrow('more than 4 levels');
  });
});

describe('a form', () => {
  it('nests as its brackets say', () => {
    const tree = parseForm('a=1&b[c][0][d]=2&b[c][0][e]=3&f[]=4&f[]=5&g%5Bh%5D=%C3%A9+x');

    expect(tree).toEqual(
      new Map<string, unknown>([
        ['a', '1'],
        [
          'b',
          new Map([
            [
              'c',
              new Map([
                [
                  '0',
                  new Map([
                    ['d', '2'],
                    ['e', '3'],
                  ]),
                ],
              ]),
            ],
          ]),
        ],
        [
          'f',
          new Map([
            ['0', '4'],
            ['1', '5'],
          ]),
        ],
        ['g', new Map([['h', 'é x']])],
      ]),
    );
  });

  it('holds names that an object would stumble over', () => {
    expect(parseForm('__proto__[polluted]=yes').has('__proto__')).toBe(true);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['a[b=1', 'a]=1', '[a]=1', 'a=1&a[b]=2', 'a[b]=2&a=1', `a${'[b]'.repeat(20)}=1`])(
    'refuses %s',
    (form) => {
      expect(() => parseForm(form)).toThrow('Invalid parameter name');
    },
  );
});

it('says which port is taken', async () => {
  const { standIn } = await startWorld();
  const port = Number(new URL(standIn.endpoint).port);

  await expect(startStripe({ apiKey: API_KEY, port })).rejects.toThrow(`Port ${port} is in use`);
});
