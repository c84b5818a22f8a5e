import { beforeEach, describe, expect, it } from 'vitest';
import * as db from './support/database.ts';
import { preparePayments, requestCheckout, listSessions } from './support/payments.ts';
import { answerList, controls, requestedPaths, stripe } from './support/stripe.ts';

const SESSIONS = '/v1/checkout/sessions';
const CLOSED = { closedAt: '2026-11-21T09:00:00.000Z' };

let userId = '';
const checkout = (options?: Parameters<typeof requestCheckout>[1]) => requestCheckout(userId, options);
const openedSessions = () => listSessions(userId);

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 0);
});

describe('an open session of the same user and pack', () => {
  const firstUrl = async () => (await checkout({ requestId: '1' })).body['checkoutUrl'];
  const again = async (priceId = 'price_pro') =>
    (await checkout({ requestId: '2', body: { priceId } })).body['checkoutUrl'];

  it('is returned again instead of a second session', async () => {
    const url = await firstUrl();

    expect(await again()).toBe(url);
    expect(openedSessions()).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['it was paid', () => controls.pay(openedSessions()[0]?.id ?? '')],
    ['it expires in less than 30 minutes', () => changeSession({ expires_at: Date.now() / 1_000 + 1_790 })],
    ['it returns to another address', () => changeSession({ success_url: 'https://old.example.com' })],
    [
      'it has another price',
      () => changeSession({ line_items: createList({ quantity: 1, price: { id: 'old' } }) }),
    ],
    ['it has two of the pack', () => changeSession({ line_items: createList({ ...PRO, quantity: 2 }) })],
    ['it has another item, too', () => changeSession({ line_items: createList(PRO, PRO) })],
    ['Stripe lists it without its items', () => changeSession({ line_items: undefined })],
    ['another stage opened it', () => changeSession({ metadata: { product: 'thumbforge', stage: 'prod' } })],
    ['another user opened it', () => changeSession({ client_reference_id: 'another' })],
  ])('is not returned when %s', async (_, change) => {
    const url = await firstUrl();
    await change();

    expect(await again()).not.toBe(url);
    expect(openedSessions()).toHaveLength(2);
  });

  it('is not returned for another pack', async () => {
    const url = await firstUrl();

    expect(await again('price_elite')).not.toBe(url);
    expect(await again()).toBe(url);
  });

  const PRO = { quantity: 1, price: { id: 'price_pro' } };
  const createList = (...data: object[]) => ({ object: 'list', data });
  /** Changes how Stripe lists the open session. */
  async function changeSession(changes: object): Promise<void> {
    const { data } = await stripe.checkout.sessions.list({ limit: 1, expand: ['data.line_items'] });
    answerList(SESSIONS, [{ ...data[0], ...changes }], { times: 1 });
  }
});

it('a checkout is refused without a request to Stripe while a payment of the account is disputed', async () => {
  await db.putItem('purchases', { userId, id: 'cs_1', state: 'paid' });
  await db.putItem('purchases', { userId, id: 'cs_2', state: 'disputed' });

  const body = { code: 'account_suspended', params: { reason: 'paymentDisputed' } };
  expect(await checkout()).toMatchObject({ status: 403, body });
  expect(requestedPaths()).toEqual([]);

  await db.putItem('purchases', { userId, id: 'cs_2', state: 'paid' });
  expect(await checkout()).toMatchObject({ status: 200 });
});

describe('a checkout of an account that is closed meanwhile', () => {
  it('is rejected, and its session is expired', async () => {
    // The reads before it read the balance and the customer.
    const before = () => db.putUser(userId, 0, CLOSED);
    db.interceptCall({ operation: 'GetItem', table: 'users', skip: 2, before });

    expect(await checkout()).toMatchObject({ status: 401 });

    expect(openedSessions()).toMatchObject([{ status: 'expired' }]);
  });

  it('is rejected without a session', async () => {
    const before = () => db.putUser(userId, 0, CLOSED);
    db.interceptCall({ operation: 'UpdateItem', table: 'users', before });

    const body = { error: 'This account has been deleted.' };
    expect(await checkout()).toMatchObject({ status: 401, body });
    expect(await db.findUserItem(userId)).not.toHaveProperty('stripeCustomerId');
    expect(openedSessions()).toEqual([]);
  });
});
