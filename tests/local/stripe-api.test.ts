import { describe, expect, it } from 'vitest';
import { API_KEY, openCheckout, PRO, SESSION, startFixture } from './stripe-fixtures.ts';

// The tests of the functions, of the setup commands and of the histories call the other operations of the API.

const BEARER = { authorization: `Bearer ${API_KEY}` };
const lineItem = (change: object) => ({ line_items: [{ price: PRO.id, quantity: 1, ...change }] });

it.each([
  ['GET', '/v1/prices', {}, 401, 'You did not provide an API key'],
  ['GET', '/v1/prices', { authorization: 'Bearer sk_test_1234' }, 401, 'Invalid API Key provided'],
  ['GET', '/v1/prices/price_x', BEARER, 404, "No such price: 'price_x'"],
  ['POST', '/v1/payment_intents', BEARER, 501, 'does not implement POST /v1/payment_intents'],
])('Stripe answers %s %s with the headers %j with %i', async (method, path, headers, status, message) => {
  const { standIn } = await startFixture();

  const answer = await fetch(standIn.endpoint + path, { method, headers: new Headers(headers) });

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringContaining(message) as string },
  });
  // A retry of the client would get the same error.
  if (status !== 404) expect(answer.headers.get('stripe-should-retry')).toBe('false');
});

it('An idempotency key runs its operation once, also for parallel requests', async () => {
  const { stripe } = await startFixture();

  const create = () => stripe.checkout.sessions.create(SESSION, { idempotencyKey: 'buy-1' });
  const answers = await Promise.all([create(), create(), create()]);

  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const replays = answers.filter(({ lastResponse: { headers } }) => headers['idempotent-replayed']);
  expect(replays).toHaveLength(2);
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  const other = { ...SESSION, client_reference_id: 'user-2' };
  await expect(stripe.checkout.sessions.create(other, { idempotencyKey: 'buy-1' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

it('A list has the newest objects first, up to the limit', async () => {
  const fixture = await startFixture();
  const { sessions } = fixture.stripe.checkout;
  const created: string[] = [];
  for (let count = 0; count < 3; count += 1) created.unshift((await openCheckout(fixture)).id);

  const first = await sessions.list({ limit: 2 });

  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' });
  expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
  await expect(sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

it('The list of events continues after an event', async () => {
  const { stripe } = await startFixture();
  for (let count = 0; count < 3; count += 1) await stripe.customers.create({});

  const ids: string[] = [];
  for await (const { id } of stripe.events.list({ limit: 1 })) ids.push(id);

  expect(ids).toEqual((await stripe.events.list()).data.map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
});

describe('a checkout session', () => {
  it('is created with the fields that the product reads, and read back the same', async () => {
    const fixture = await startFixture();
    const session = await openCheckout(fixture, { ...lineItem({ quantity: 3 }), metadata: { pack: 'pro' } });

    expect(session).toEqual({
      id: expect.stringMatching(/^cs_test_\w+$/) as string,
      object: 'checkout.session',
      created: expect.any(Number) as number,
      livemode: false,
      metadata: { pack: 'pro' },
      amount_total: 3 * PRO.amount,
      cancel_url: SESSION.cancel_url,
      client_reference_id: 'user-1',
      currency: 'gbp',
      customer: null,
      customer_details: { email: 'ada@example.com' },
      expires_at: session.created + 86_400,
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: SESSION.success_url,
      url: `${fixture.standIn.endpoint}/pay/${session.id}`,
    });
    expect(await fixture.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it.each<[string, object, object]>([
    ['an unknown parameter', { tip: 1 }, { code: 'parameter_unknown', param: 'tip' }],
    [
      'an unknown parameter inside another',
      { payment_intent_data: { amount: 1 } },
      { code: 'parameter_unknown', param: 'payment_intent_data[amount]' },
    ],
    [
      'an unknown price',
      lineItem({ price: 'price_x' }),
      { code: 'resource_missing', param: 'line_items[0][price]' },
    ],
    ['an invalid e-mail', { customer_email: 'ada' }, { code: 'email_invalid', param: 'customer_email' }],
    ['an unknown expansion', { expand: ['invoice'] }, { param: 'expand' }],
  ])('is refused with %s', async (_, change, error) => {
    const { stripe } = await startFixture();

    await expect(stripe.checkout.sessions.create({ ...SESSION, ...change })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    });
  });

  it('is refused with a price that is not active', async () => {
    const fixture = await startFixture();
    await fixture.stripe.prices.update(PRO.id, { active: false });

    await expect(openCheckout(fixture)).rejects.toMatchObject({
      message: 'The price specified is inactive. This field only accepts active prices.',
      param: 'line_items[0][price]',
    });
  });
});
