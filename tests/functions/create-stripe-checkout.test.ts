import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from './support/cloud.ts';
import { EMAIL, newUser, order, paymentsWork, SITE } from './support/payments.ts';
import { asked, controls, runTimers, stripeFails } from './support/stripe.ts';
import {
  account,
  changeBalance,
  dropAccount,
  failCall,
  intervene,
  movements,
  openAccount,
} from './support/tables.ts';

const CUSTOMERS = '/v1/customers';
const SESSIONS = '/v1/checkout/sessions';
const sessionsAsked = () => asked.filter(({ path }) => path === SESSIONS);
const customersAsked = () => asked.filter(({ path }) => path === CUSTOMERS);

/** Those that Stripe has, of this user. */
const customersMade = () =>
  controls.events().filter(({ event: { type, data } }) => type === 'customer.created' && ofUser(data.object));

let user = '';
const claims = (changes: object = {}) => ({
  claims: { sub: user, email: EMAIL, email_verified: 'true', ...changes },
});
const orderPro = (requestId = `request of ${user}`) =>
  order({ priceId: 'price_pro', userId: user }, { ...claims(), requestId });
const customer = () => account(user)?.['stripeCustomerId'];

beforeEach(() => {
  paymentsWork();
  user = newUser();
  openAccount(0, { id: user });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a checkout', () => {
  it('is one pack, paid once, for this user, and comes back to the site', async () => {
    const answer = await orderPro('request-of-it');

    expect(sessionsAsked()).toEqual([
      {
        method: 'POST',
        path: SESSIONS,
        form: {
          mode: 'payment',
          'line_items[0][price]': 'price_pro',
          'line_items[0][quantity]': '1',
          client_reference_id: user,
          customer: customer(),
          success_url: `${SITE}/?purchase=success`,
          cancel_url: `${SITE}/buy-credits`,
        },
        idempotencyKey: `checkout-${user}-request-of-it`,
        key: 'Bearer sk_test_0123456789abcdef',
      },
    ]);
    const [opened] = controls.sessions();
    expect(answer).toMatchObject({ status: 200, body: { checkoutUrl: opened?.session.url } });
    expect(answer.body).toEqual({ checkoutUrl: expect.stringContaining('/pay/cs_test_') as string });
  });

  it.each([
    ['price_starter', 350],
    ['price_pro', 700],
    ['price_elite', 1_000],
  ])('costs what the pack does: %s', async (priceId, amount) => {
    await order({ priceId, userId: user }, claims());

    expect(controls.sessions()[0]?.session).toMatchObject({ amount_total: amount, currency: 'gbp' });
  });

  it('has the e-mail address of the token filled in', async () => {
    await orderPro();

    expect(controls.sessions()[0]?.session.customer_details).toMatchObject({ email: EMAIL });
  });

  it('has none filled in where the token does not tell it', async () => {
    const answer = await order({ priceId: 'price_pro', userId: user }, { claims: { sub: user } });

    expect(answer.status).toBe(200);
    expect(customersAsked()[0]?.form).toEqual({ 'metadata[userId]': user });
  });

  it('has none filled in that is not verified: it may be another’s', async () => {
    await order({ priceId: 'price_pro', userId: user }, claims({ email_verified: 'false' }));

    expect(customersAsked()[0]?.form).toEqual({ 'metadata[userId]': user });
  });

  it('moves no credits', async () => {
    await orderPro();

    expect(account(user)).toMatchObject({ credits: 0 });
    expect(movements()).toEqual({});
  });

  it('is another one for each press of the button', async () => {
    const first = await orderPro('one');
    const second = await orderPro('two');

    expect(second.body['checkoutUrl']).not.toBe(first.body['checkoutUrl']);
  });

  it('is the same one where Stripe was asked, and its answer was lost', async () => {
    const before = controls.sessions().length;
    stripeFails('lost', { path: SESSIONS, times: 1 });
    runTimers();

    const answer = await orderPro();

    expect(answer.status).toBe(200);
    expect(sessionsAsked()).toHaveLength(2);
    expect(controls.sessions()).toHaveLength(before + 1);
  });

  it('listens to nothing else in the body', async () => {
    await order(
      { priceId: 'price_pro', userId: user, quantity: 9, credits: 99, mode: 'setup', success_url: 'x' },
      claims(),
    );

    expect(sessionsAsked()[0]?.form).toMatchObject({ mode: 'payment', 'line_items[0][quantity]': '1' });
    expect(sessionsAsked()[0]?.form).toHaveProperty('success_url', `${SITE}/?purchase=success`);
  });
});

describe('the customer', () => {
  it('is made at the first checkout, and remembered', async () => {
    await orderPro();

    expect(customersAsked()).toMatchObject([
      {
        method: 'POST',
        form: { email: EMAIL, 'metadata[userId]': user },
        idempotencyKey: `customer-${user}`,
      },
    ]);
    expect(customer()).toMatch(/^cus_/);
  });

  it('is the same one at the next checkout, and nobody else is made', async () => {
    await orderPro('one');
    await orderPro('two');

    expect(customersAsked()).toHaveLength(1);
    const [first, second] = sessionsAsked();
    expect(second?.form['customer']).toBe(first?.form['customer']);
  });

  it('is the same one in two tabs at once', async () => {
    const answers = await Promise.all([orderPro('one'), orderPro('two')]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(sessionsAsked().map(({ form }) => form['customer']))).toEqual(new Set([customer()]));
    expect(customersMade()).toHaveLength(1);
  });

  it('is waited for where Stripe is still making it for the other tab', async () => {
    const busy = { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } };
    stripeFails({ status: 409, body: busy, retry: true }, { path: CUSTOMERS, times: 1 });
    runTimers();

    const answer = await orderPro();

    expect(answer.status).toBe(200);
    expect(customersMade()).toHaveLength(1);
  });

  it('is the same one where we crashed before it was remembered', async () => {
    failCall(timedOut(), { command: 'UpdateCommand' });

    const crashed = await orderPro('one');
    const again = await orderPro('two');

    expect([crashed.status, again.status]).toEqual([500, 200]);
    expect(customersMade()).toHaveLength(1);
  });

  it('is made anew where Stripe no longer knows it (deleted there, or another Stripe account)', async () => {
    openAccount(0, { id: user, stripeCustomerId: 'cus_deleted' });

    const answer = await orderPro();

    expect(answer.status).toBe(200);
    expect(customer()).not.toBe('cus_deleted');
  });

  it('is made once more where its address changed while we crashed', async () => {
    failCall(timedOut(), { command: 'UpdateCommand' });
    await orderPro('one');

    const again = await order(
      { priceId: 'price_pro', userId: user },
      { ...claims({ email: 'new@example.com' }), requestId: 'two' },
    );

    expect(again.status).toBe(200);
  });

  it("is nobody else's", async () => {
    await orderPro();
    const first = customer();
    openAccount(0, { id: 'another' });
    await order({ priceId: 'price_pro', userId: 'another' }, claims({ sub: 'another' }));

    expect(account('another')?.['stripeCustomerId']).not.toBe(first);
  });

  it('makes no account: only the ledger opens one', async () => {
    intervene({ command: 'UpdateCommand', before: () => dropAccount(user) });

    const answer = await orderPro();

    expect(answer.status).toBe(500);
    expect(account(user)).toBeUndefined();
  });
});

describe('a closed account', () => {
  const closed = { error: 'This account has been deleted.', code: 'unauthorized' };

  it('buys nothing: 401, and Stripe is not asked', async () => {
    openAccount(0, { id: user, closedAt: '2026-11-21T09:00:00.000Z' });

    expect(await orderPro()).toMatchObject({ status: 401, body: closed });
    expect(asked).toEqual([]);
  });

  it('that was open when the checkout began is not given a customer again', async () => {
    intervene({
      command: 'UpdateCommand',
      before: () => openAccount(0, { id: user, closedAt: '2026-11-21T09:00:00.000Z' }),
    });

    expect(await orderPro()).toMatchObject({ status: 401, body: closed });
    expect(customer()).toBeUndefined();
    expect(sessionsAsked()).toEqual([]);
  });
});

describe('a user without an account', () => {
  it('gets it, with its welcome credits, before the checkout opens', async () => {
    user = `${user}-new`;

    const answer = await orderPro();

    expect(answer.status).toBe(200);
    expect(movements()).toEqual({ welcome: 3 });
    expect(account(user)).toMatchObject({
      credits: 3,
      stripeCustomerId: expect.stringMatching(/^cus_/) as string,
    });
  });

  it('keeps what was spent meanwhile', async () => {
    intervene({ command: 'UpdateCommand', before: () => changeBalance(2, user) });

    await orderPro();

    expect(account(user)).toMatchObject({ credits: 2 });
  });
});

function ofUser(object: object): boolean {
  return 'metadata' in object && (object.metadata as Record<string, string>)['userId'] === user;
}
