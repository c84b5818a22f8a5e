import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACKS } from '../../../contract/packs.ts';
import { setUpStripe, type SetupOptions } from '../../../infra/commands/set-up-stripe.ts';
import { API_KEY, openStripeAccount, type Account } from '../support/stripe.ts';

const WEBHOOK = 'https://d111111abcdef8.cloudfront.net/api/stripe-webhook';
const NONE = { apiKey: '', webhookSecret: '' };
const LOOKUP_KEYS = ['thumbforge_starter', 'thumbforge_pro', 'thumbforge_elite'];

let account: Account;
const stripe = () => account.stripe;
const setUp = (changes: Partial<SetupOptions> = {}) =>
  setUpStripe({
    stripe: stripe(),
    apiKey: API_KEY,
    webhookUrl: WEBHOOK,
    keys: NONE,
    dryRun: false,
    ...changes,
  });
const pricesNow = async () => (await stripe().prices.list({ limit: 100 })).data;
const endpointsNow = async () => (await stripe().webhookEndpoints.list({ limit: 100 })).data;
const activePrice = async (key: string) => (await stripe().prices.list({ lookup_keys: [key] })).data[0];

/** The Pro pack at the price of another day. */
async function sellProAt(amount: number, currency = 'gbp'): Promise<Stripe.Price> {
  return stripe().prices.create({
    unit_amount: amount,
    currency,
    lookup_key: 'thumbforge_pro',
    transfer_lookup_key: true,
    product_data: { name: 'Thumbforge Pro' },
  });
}

beforeEach(async () => {
  account = await openStripeAccount();
});

describe('the first run', () => {
  it('makes a price for each pack, as our table has them', async () => {
    const { prices } = await setUp();

    const made = await pricesNow();
    for (const [index, id] of (['starter', 'pro', 'elite'] as const).entries()) {
      const { amount, currency, name } = PACKS[id];
      const price = made.find((each) => each.id === prices[id]);
      expect(price).toMatchObject({
        unit_amount: amount,
        currency,
        lookup_key: LOOKUP_KEYS[index],
        active: true,
        type: 'one_time',
      });
      expect(await stripe().products.retrieve(price?.product as string)).toMatchObject({
        name: `Thumbforge ${name}`,
      });
    }
    expect(made).toHaveLength(3);
  });

  it('makes the webhook endpoint, for all the events that we handle, and keeps its secret', async () => {
    const { keys } = await setUp();

    expect(await endpointsNow()).toMatchObject([
      {
        url: WEBHOOK,
        status: 'enabled',
        enabled_events: [
          'checkout.session.completed',
          'checkout.session.async_payment_succeeded',
          'checkout.session.async_payment_failed',
          'charge.refunded',
          'refund.created',
          'refund.updated',
          'refund.failed',
          'charge.dispute.created',
          'charge.dispute.updated',
          'charge.dispute.funds_withdrawn',
          'charge.dispute.closed',
        ],
      },
    ]);
    expect(keys).toEqual({ apiKey: API_KEY, webhookSecret: expect.stringMatching(/^whsec_/) as string });
  });

  it('says what it did, and no secret', async () => {
    const { changes, keys } = await setUp();

    expect(changes).toEqual([
      'A price of 3.50 GBP is made for Starter.',
      'A price of 7.00 GBP is made for Pro.',
      'A price of 10.00 GBP is made for Elite.',
      `A webhook endpoint is made for ${WEBHOOK}.`,
      'The API key is put into the secret.',
    ]);
    expect(changes.join()).not.toContain(keys.webhookSecret);
    expect(changes.join()).not.toContain(API_KEY);
  });
});

describe('the second run', () => {
  it('changes nothing, and finds the same', async () => {
    const first = await setUp();
    account.writes.length = 0;

    const second = await setUp({ keys: first.keys });

    expect(second).toEqual({ ...first, changes: [] });
    expect(account.writes).toEqual([]);
  });

  it('with another key of the account changes the secret alone', async () => {
    const first = await setUp();
    account.writes.length = 0;

    const second = await setUp({ keys: { ...first.keys, apiKey: 'sk_test_older' } });

    expect(second).toEqual({ ...first, changes: ['The API key is put into the secret.'] });
    expect(account.writes).toEqual([]);
  });

  it('after a run that crashed half-way makes only what is missing', async () => {
    const { id } = await sellProAt(700);

    const { prices, changes } = await setUp();

    expect(prices.pro).toBe(id);
    expect(changes).not.toContainEqual(expect.stringContaining('Pro'));
    expect(await pricesNow()).toHaveLength(3);
  });

  it('for another stage of the same account shares the prices, and makes an endpoint of its own', async () => {
    const first = await setUp();

    const second = await setUp({ webhookUrl: 'https://another.example.com/api/stripe-webhook' });

    expect(second.prices).toEqual(first.prices);
    expect(second.keys.webhookSecret).not.toBe(first.keys.webhookSecret);
    expect(await endpointsNow()).toHaveLength(2);
  });
});

describe('a price that our table no longer has', () => {
  it.each([
    ['amount', 650, 'gbp'],
    ['currency', 700, 'usd'],
  ])(
    'of another %s: a new one takes its lookup key over, on the same product',
    async (_, amount, currency) => {
      const old = await sellProAt(amount, currency);

      const { prices, changes } = await setUp();

      const price = await activePrice('thumbforge_pro');
      expect(price).toMatchObject({
        id: prices.pro,
        unit_amount: 700,
        currency: 'gbp',
        product: old.product,
      });
      expect(prices.pro).not.toBe(old.id);
      expect((await stripe().prices.retrieve(old.id)).lookup_key).toBeNull();
      expect(changes).toContain(`A price of 7.00 GBP is made for Pro, in place of ${old.id}.`);
    },
  );

  it('that was switched off: a new one takes its lookup key over', async () => {
    const old = await sellProAt(700);
    await stripe().prices.update(old.id, { active: false });

    const { prices } = await setUp();

    expect(prices.pro).not.toBe(old.id);
    expect(await activePrice('thumbforge_pro')).toMatchObject({ id: prices.pro, active: true });
  });

  it('is replaced once: the next run changes nothing', async () => {
    await sellProAt(650);
    const first = await setUp();

    expect((await setUp({ keys: first.keys })).changes).toEqual([]);
  });
});

describe('a webhook endpoint that is there', () => {
  const make = (changes: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
    stripe().webhookEndpoints.create({ url: WEBHOOK, enabled_events: ['charge.refunded'], ...changes });

  it('is told the events that it misses, and keeps its secret', async () => {
    const { id } = await make();
    const keys = { apiKey: API_KEY, webhookSecret: 'whsec_kept' };

    const result = await setUp({ keys });

    const [endpoint, ...more] = await endpointsNow();
    expect(more).toEqual([]);
    expect(endpoint).toMatchObject({ id, url: WEBHOOK });
    expect(endpoint?.enabled_events).toHaveLength(11);
    expect(result.keys.webhookSecret).toBe('whsec_kept');
    expect(result.changes).toContain(
      `The webhook endpoint ${id} is switched on, and told all the events that we handle.`,
    );
  });

  it('is made anew where nobody kept its secret, and the old one is deleted', async () => {
    const old = await make();

    const { keys, changes } = await setUp();

    expect(account.writes).toContain(`DELETE /v1/webhook_endpoints/${old.id}`);
    const [endpoint, ...more] = await endpointsNow();
    expect(more).toEqual([]);
    expect(endpoint?.id).not.toBe(old.id);
    expect(keys.webhookSecret).toMatch(/^whsec_/);
    expect(changes).toContain(`A webhook endpoint is made for ${WEBHOOK}.`);
  });

  it('twice, from runs that crashed: only the new one is left', async () => {
    await make();
    await make();

    await setUp();

    expect(await endpointsNow()).toHaveLength(1);
  });

  it('is made anew before the old one goes, so that no event finds none', async () => {
    const old = await make();
    account.writes.length = 0;

    await setUp();

    expect(account.writes.filter((write) => write.includes('webhook_endpoints'))).toEqual([
      'POST /v1/webhook_endpoints',
      `DELETE /v1/webhook_endpoints/${old.id}`,
    ]);
  });

  it('is switched on again where Stripe has switched it off', async () => {
    const { keys } = await setUp();
    const [endpoint] = await endpointsNow();
    await stripe().webhookEndpoints.update(String(endpoint?.id), { disabled: true });

    await setUp({ keys });

    expect(await endpointsNow()).toMatchObject([{ status: 'enabled' }]);
  });

  it('for another address is left alone', async () => {
    const { id } = await make({ url: 'https://other.example.com/hook' });

    await setUp();

    const others = (await endpointsNow()).filter(({ url }) => url !== WEBHOOK);
    expect(others).toMatchObject([{ id, enabled_events: ['charge.refunded'] }]);
  });

  it('is made where it is gone, whatever secret was kept', async () => {
    const { keys } = await setUp({ keys: { apiKey: API_KEY, webhookSecret: 'whsec_of_one_that_is_gone' } });

    expect(keys.webhookSecret).not.toBe('whsec_of_one_that_is_gone');
    expect(await endpointsNow()).toHaveLength(1);
  });
});

describe('a dry run', () => {
  it('of the first run says the same, and writes nothing', async () => {
    const dry = await setUp({ dryRun: true });

    expect(account.writes).toEqual([]);
    expect(dry.keys.webhookSecret).toBe('');
    expect(dry.changes).toEqual((await setUp()).changes);
  });

  it('of a changed price and an endpoint that misses events writes nothing', async () => {
    const price = await sellProAt(650);
    const endpoint = await stripe().webhookEndpoints.create({
      url: WEBHOOK,
      enabled_events: ['charge.refunded'],
    });
    const keys = { apiKey: API_KEY, webhookSecret: 'whsec_kept' };
    account.writes.length = 0;

    const { changes } = await setUp({ dryRun: true, keys });

    expect(account.writes).toEqual([]);
    expect(changes).toContain(`A price of 7.00 GBP is made for Pro, in place of ${price.id}.`);
    expect(changes).toContain(
      `The webhook endpoint ${endpoint.id} is switched on, and told all the events that we handle.`,
    );
  });

  it('of what is as it should be says nothing', async () => {
    const { keys } = await setUp();

    expect((await setUp({ dryRun: true, keys })).changes).toEqual([]);
  });
});

describe('a Stripe that refuses', () => {
  it('is heard as it is', async () => {
    const webhookUrl = 'http://localhost/api/stripe-webhook';

    await expect(setUp({ webhookUrl })).rejects.toThrow('URL must be publicly accessible');
  });
});
