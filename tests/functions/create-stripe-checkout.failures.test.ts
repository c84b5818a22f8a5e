import { ClientRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsMade } from './support/cloud.ts';
import { REQUEST_ID, USER } from './support/event.ts';
import { EMAIL, newUser, order, paymentsWork } from './support/payments.ts';
import { asked, broken, paths, runTimers, stripeFails } from './support/stripe.ts';
import { account, openAccount } from './support/tables.ts';

const CUSTOMERS = '/v1/customers';
const SESSIONS = '/v1/checkout/sessions';
const OURS = { error: 'Something went wrong on our side.', code: 'internal', requestId: REQUEST_ID };

/** `setTimeout` of a request. */
type Limit = (this: ClientRequest, milliseconds: number, callback?: () => void) => ClientRequest;

let user = '';
const orderPro = (requestId = `request of ${user}`) =>
  order({ priceId: 'price_pro', userId: user }, { claims: { sub: user, email: EMAIL }, requestId });

beforeEach(() => {
  paymentsWork();
  user = newUser();
  openAccount(0, { id: user });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('an order that is refused', () => {
  it.each<[string, unknown, RegExp]>([
    ['an unknown price', { priceId: 'price_other' }, /^priceId is not the price of one of our packs$/],
    ["a pack's name", { priceId: 'pro' }, /^priceId is not the price of one of our packs$/],
    [
      "a property of every object's",
      { priceId: 'toString' },
      /^priceId is not the price of one of our packs$/,
    ],
    ['no price', { priceId: undefined }, /^priceId must be text$/],
    ['an empty price', { priceId: '' }, /^priceId must not be empty$/],
    ['a list of prices', { priceId: ['price_pro'] }, /^priceId must be text$/],
    ['no user', { userId: undefined }, /^userId must be text$/],
    ['an empty user', { userId: '' }, /^userId must not be empty$/],
    ['nothing', { priceId: undefined, userId: undefined }, /^priceId must be text; userId must be text$/],
  ])('%s: 400, told why, and nobody is asked', async (_, changes, sentence) => {
    const body = { priceId: 'price_pro', userId: USER, ...(changes as object) };

    const answer = await order(body);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: expect.stringMatching(sentence) as string,
      code: 'invalid_request',
      requestId: REQUEST_ID,
    });
    expect([...callsMade(), ...paths()]).toEqual([]);
  });

  it.each([
    ['no body', undefined, /^the body must be JSON$/],
    ['a form', 'priceId=price_pro', /^the body must be JSON$/],
    ['a list', [], /^the body must be a JSON object$/],
  ])('%s: 400', async (_, body, sentence) => {
    const answer = await order(body ?? '');

    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(sentence) as string },
    });
    expect([...callsMade(), ...paths()]).toEqual([]);
  });

  it("another user's id: 403, and nobody is asked", async () => {
    const answer = await order({ priceId: 'price_pro', userId: 'someone-else' });

    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect([...callsMade(), ...paths()]).toEqual([]);
  });

  it.each([
    ['no authorizer', undefined],
    ['no sub', { email: EMAIL }],
  ])('%s: 401', async (_, none) => {
    const answer = await order({ priceId: 'price_pro', userId: USER }, { claims: none });

    expect(answer.status).toBe(401);
    expect([...callsMade(), ...paths()]).toEqual([]);
  });
});

describe('a Stripe that is in trouble: 500, nothing of its text, nothing written', () => {
  it('cannot be reached', async () => {
    stripeFails('refused');
    runTimers();

    const answer = await orderPro();

    expect(answer).toMatchObject({ status: 500, body: OURS });
    expect(paths()).toEqual(Array(3).fill(`POST ${CUSTOMERS}`));
    expect(account(user)).toMatchObject({ id: user, credits: 0 });
  });

  it('does not answer: each request is given five seconds, three times in all', async () => {
    const given: number[] = [];
    const original: Limit = Reflect.get(ClientRequest.prototype, 'setTimeout');
    vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: ClientRequest,
      milliseconds,
      callback,
    ) {
      given.push(milliseconds);
      return original.call(this, 10, callback);
    });
    stripeFails('silent');
    runTimers();

    const answer = await orderPro();

    expect(answer).toMatchObject({ status: 500, body: OURS });
    expect(given).toEqual([5_000, 5_000, 5_000]);
    expect(account(user)).toMatchObject({ id: user, credits: 0 });
  });

  it.each([
    ['a fault', broken],
    ['a key it does not take', { status: 401, body: { error: { type: 'invalid_request_error' } } }],
    ['too many requests', { status: 429, body: { error: { type: 'rate_limit_error' } } }],
    ['no JSON', { status: 502, body: '<html>' }],
  ])('answers with %s', async (_, fault) => {
    stripeFails(fault);

    const answer = await orderPro();

    expect(answer).toMatchObject({ status: 500, body: OURS });
    expect(paths()).toEqual([`POST ${CUSTOMERS}`]);
    expect(account(user)).toMatchObject({ id: user, credits: 0 });
  });

  it('only with the session: the customer is kept for the next time', async () => {
    stripeFails(broken, { path: SESSIONS, times: 1 });

    const failed = await orderPro('one');
    const again = await orderPro('two');

    expect([failed.status, again.status]).toEqual([500, 200]);
    expect(asked.filter(({ path }) => path === CUSTOMERS)).toHaveLength(1);
  });

  it('opens a session without an address', async () => {
    stripeFails(
      { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: null } },
      { path: SESSIONS },
    );

    const answer = await orderPro();

    expect(answer).toMatchObject({ status: 500, body: OURS });
  });
});
