import { ClientRequest } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from '../support/aws-errors.ts';
import { UNEXPECTED_ERROR, invalidRequest } from '../support/event.ts';
import * as db from './support/database.ts';
import { EMAIL, preparePayments, requestCheckout, listSessions, SITE } from './support/payments.ts';
import {
  API_KEY,
  controls,
  failStripe,
  requestedPaths,
  requests,
  SERVER_ERROR,
  skipRetryDelays,
} from './support/stripe.ts';

const CUSTOMERS = '/v1/customers';
const SESSIONS = '/v1/checkout/sessions';
const CUSTOMER_METADATA = { 'metadata[product]': 'thumbforge', 'metadata[stage]': 'dev' };

let userId = '';
const checkout = (options?: Parameters<typeof requestCheckout>[1]) => requestCheckout(userId, options);
const sessionRequests = () => requests.filter(({ method, path }) => method === 'POST' && path === SESSIONS);
const customerRequests = () => requests.filter(({ path }) => path === CUSTOMERS);
const savedCustomer = async () => (await db.findUserItem(userId))?.['stripeCustomerId'];
const openedSessions = () => listSessions(userId);
const createdCustomers = () =>
  controls
    .events()
    .filter(
      ({ event: { type, data } }) => type === 'customer.created' && JSON.stringify(data).includes(userId),
    );

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 0);
});

describe('a checkout', () => {
  it('sells one pack once to the caller, returns to the site, and moves no credits', async () => {
    const { status, body } = await checkout({ requestId: 'request-1' });

    expect(sessionRequests()).toEqual([
      {
        method: 'POST',
        path: SESSIONS,
        form: {
          mode: 'payment',
          'line_items[0][price]': 'price_pro',
          'line_items[0][quantity]': '1',
          client_reference_id: userId,
          customer: await savedCustomer(),
          'metadata[product]': 'thumbforge',
          'metadata[stage]': 'dev',
          'payment_intent_data[metadata][product]': 'thumbforge',
          'payment_intent_data[metadata][stage]': 'dev',
          success_url: `${SITE}/?purchase=success&session={CHECKOUT_SESSION_ID}`,
          cancel_url: `${SITE}/buy-credits?purchase=cancelled`,
        },
        idempotencyKey: `checkout-${userId}-request-1`,
        authorization: `Bearer ${API_KEY}`,
      },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({ checkoutUrl: openedSessions()[0]?.url });
    expect(body['checkoutUrl']).toContain('/pay/cs_test_');
    expect(await db.findUserItem(userId)).toMatchObject({ credits: 0 });
    expect(await db.ledgerAmounts(userId)).toEqual({});
  });

  it('opens one session when the response of Stripe is lost and the client retries', async () => {
    failStripe('lost', { path: SESSIONS, times: 1 });
    skipRetryDelays();

    expect(await checkout()).toMatchObject({ status: 200 });
    expect(sessionRequests()).toHaveLength(2);
    expect(openedSessions()).toHaveLength(1);
  });

  it('opens a missing account with its welcome credits first', async () => {
    await db.deleteUserItem(userId);
    // A verified address receives the welcome credits once.
    const claims = { sub: userId, email: `${userId}@example.com`, email_verified: 'true' };

    expect(await checkout({ claims })).toMatchObject({ status: 200 });
    expect(await db.ledgerAmounts(userId)).toEqual({ welcome: 3 });
    expect(await db.readBalance(userId)).toBe(3);
    expect(await savedCustomer()).toMatch(/^cus_/);
  });
});

describe('the Stripe customer of a user', () => {
  it('is created with the verified address at the first checkout and used again later', async () => {
    await checkout({ requestId: '1' });
    await checkout({ requestId: '2', body: { priceId: 'price_elite' } });

    expect(customerRequests()).toMatchObject([
      {
        method: 'POST',
        form: { email: EMAIL, ...CUSTOMER_METADATA, 'metadata[userId]': userId },
        idempotencyKey: `customer-${userId}`,
      },
    ]);
    expect(await savedCustomer()).toMatch(/^cus_/);
    expect(sessionRequests().map(({ form }) => form['customer'])).toEqual(
      Array(2).fill(await savedCustomer()),
    );
  });

  it.each([
    ['contains no address', {}],
    ['contains an unverified address', { email: EMAIL, email_verified: 'false' }],
  ])('has no address when the token %s', async (_, claims) => {
    expect(await checkout({ claims: { sub: userId, ...claims } })).toMatchObject({ status: 200 });
    expect(customerRequests()[0]?.form).toEqual({ ...CUSTOMER_METADATA, 'metadata[userId]': userId });
  });

  it('is created once when two checkouts start at the same time', async () => {
    const replies = await Promise.all([checkout({ requestId: '1' }), checkout({ requestId: '2' })]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(createdCustomers()).toHaveLength(1);
    expect(new Set(sessionRequests().map(({ form }) => form['customer']))).toEqual(
      new Set([await savedCustomer()]),
    );
  });

  it('is created once when Stripe is still creating it for another request', async () => {
    const body = { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } };
    failStripe({ status: 409, body, retry: true }, { path: CUSTOMERS, times: 1 });
    skipRetryDelays();

    expect(await checkout()).toMatchObject({ status: 200 });
    expect(createdCustomers()).toHaveLength(1);
  });

  it('is created again when its address changed after a checkout that failed to save it', async () => {
    db.failCall(timedOut(), { operation: 'UpdateItem', table: 'users' });
    await checkout({ requestId: '1' });
    const claims = { sub: userId, email: 'new@example.com', email_verified: 'true' };

    expect(await checkout({ claims, requestId: '2' })).toMatchObject({ status: 200 });
    expect(customerRequests().at(-1)?.idempotencyKey).toBe(`customer-${userId}-2`);
  });

  it('is created again when Stripe does not know it', async () => {
    await db.putUser(userId, 0, { stripeCustomerId: 'cus_deleted' });

    expect(await checkout({ requestId: '1' })).toMatchObject({ status: 200 });
    expect(await savedCustomer()).not.toBe('cus_deleted');
    expect(customerRequests().map(({ idempotencyKey }) => idempotencyKey)).toEqual([`customer-${userId}-1`]);
    expect(sessionRequests().map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      `checkout-${userId}-1`,
      `checkout-${userId}-1-again`,
    ]);
  });

  it.each([
    ['another missing object', { code: 'resource_missing', param: 'line_items[0][price]' }],
    ['another problem of the customer', { code: 'parameter_invalid_empty', param: 'customer' }],
  ])('is not created again when Stripe rejects the session because of %s', async (_, error) => {
    await db.putUser(userId, 0, { stripeCustomerId: 'cus_1' });
    failStripe(
      { status: 400, body: { error: { type: 'invalid_request_error', ...error } } },
      { path: SESSIONS, skip: 1, times: 1 },
    );

    expect(await checkout()).toMatchObject(UNEXPECTED_ERROR);
    expect(requestedPaths()).toEqual([`GET ${SESSIONS}`, `POST ${SESSIONS}`]);
  });

  it('is saved although the session cannot be opened', async () => {
    failStripe(SERVER_ERROR, { path: SESSIONS, times: 1 });

    expect(await checkout({ requestId: '1' })).toMatchObject(UNEXPECTED_ERROR);
    expect(await checkout({ requestId: '2' })).toMatchObject({ status: 200 });
    expect(customerRequests()).toHaveLength(1);
  });
});

describe('a checkout is rejected before any call to AWS or Stripe', () => {
  const NO_PACK = 'priceId is not the price of one of our packs';

  it.each<[string, object, string]>([
    ['for an unknown price', { priceId: 'price_other' }, NO_PACK],
    ['for a property of every object', { priceId: 'toString' }, NO_PACK],
    ['with a list of prices', { priceId: ['price_pro'] }, 'priceId must be text'],
    ['without price and user', { priceId: null, userId: null }, 'priceId must be text; userId must be text'],
  ])('%s', async (_, body, problem) => {
    const reply = await checkout({ body });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(invalidRequest(problem, 'priceId'));
    expect([...db.operations(), ...requestedPaths()]).toEqual([]);
  });
});

describe('a checkout responds with 500 and no details', () => {
  it('when Stripe does not answer three requests within five seconds each', async () => {
    const timeouts: number[] = [];
    type SetTimeout = (this: ClientRequest, milliseconds: number, callback?: () => void) => ClientRequest;
    const original: SetTimeout = Reflect.get(ClientRequest.prototype, 'setTimeout');
    vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: ClientRequest,
      milliseconds,
      callback,
    ) {
      timeouts.push(milliseconds);
      return original.call(this, 10, callback);
    });
    failStripe('silent');
    skipRetryDelays();

    expect(await checkout()).toMatchObject(UNEXPECTED_ERROR);
    expect(timeouts).toEqual([5_000, 5_000, 5_000]);
  });

  it.each([
    ['a server error', SERVER_ERROR],
    ['a rejected key', { status: 401, body: { error: { type: 'invalid_request_error' } } }],
    ['a rate limit', { status: 429, body: { error: { type: 'rate_limit_error' } } }],
    ['no JSON', { status: 502, body: '<html>' }],
  ])('when Stripe responds with %s', async (_, fault) => {
    failStripe(fault);

    expect(await checkout()).toMatchObject(UNEXPECTED_ERROR);
    expect(requestedPaths()).toEqual([`POST ${CUSTOMERS}`]);
  });

  it('when Stripe opens a session without a URL', async () => {
    const body = { id: 'cs_1', object: 'checkout.session', url: null };
    failStripe({ status: 200, body }, { path: SESSIONS });

    expect(await checkout()).toMatchObject(UNEXPECTED_ERROR);
  });

  it('when the account is missing again at the end, and does not create it', async () => {
    db.interceptCall({ operation: 'UpdateItem', before: () => db.deleteUserItem(userId) });

    expect(await checkout()).toMatchObject(UNEXPECTED_ERROR);
    expect(await db.findUserItem(userId)).toBeUndefined();
  });
});
