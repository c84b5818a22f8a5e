import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import {
  disableEndpoints,
  updateStripeResources,
  type StripeResourcesOptions,
} from '../../../infra/commands/stripe-resources.ts';
import { API_KEY, startStripeAccount, type Account } from '../support/stripe.ts';

const WEBHOOK = 'https://d111111abcdef8.cloudfront.net/api/stripe-webhook';
const NO_KEYS = { apiKey: '', webhookSecret: '' };
const KEYS = { apiKey: API_KEY, webhookSecret: 'whsec_kept' };

let account: Account;
const stripe = () => account.stripe;
const update = (changes: Partial<StripeResourcesOptions> = {}) =>
  updateStripeResources({
    stripe: stripe(),
    stage: 'dev',
    apiKey: API_KEY,
    webhookUrl: WEBHOOK,
    deployment: 'arn:secret',
    keys: NO_KEYS,
    rollSecret: false,
    dryRun: false,
    ...changes,
  });
const listPrices = async () => (await stripe().prices.list({ limit: 100 })).data;
const listEndpoints = async () => (await stripe().webhookEndpoints.list({ limit: 100 })).data;

/** A price of the Pro pack from an earlier setup. */
const createProPrice = (unit_amount: number, currency = 'gbp'): Promise<Stripe.Price> =>
  stripe().prices.create({
    unit_amount,
    currency,
    lookup_key: 'thumbforge-dev-pro',
    transfer_lookup_key: true,
    product_data: { name: 'Thumbforge Pro' },
  });

const createEndpoint = (changes: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  stripe().webhookEndpoints.create({ url: WEBHOOK, enabled_events: ['charge.refunded'], ...changes });

beforeEach(async () => {
  account = await startStripeAccount();
  return account.close;
});

// The checks of the doctor accept what the setup creates: see doctor/stripe.test.ts.
it('The first setup of Stripe creates a product for each pack, and lists no secret', async () => {
  const { prices, keys, changes } = await update();

  for (const id of PACK_IDS) {
    const price = await stripe().prices.retrieve(String(prices[id]));
    const product = await stripe().products.retrieve(price.product as string);
    expect([price.type, price.lookup_key]).toEqual(['one_time', `thumbforge-dev-${id}`]);
    expect(product.name).toBe(`Thumbforge ${PACKS[id].name}`);
  }
  expect(keys).toEqual({ apiKey: API_KEY, webhookSecret: expect.stringMatching(/^whsec_/) as string });
  expect(changes.join()).not.toContain(keys.webhookSecret);
  expect(changes.join()).not.toContain(API_KEY);
});

describe('a later setup of Stripe', () => {
  it.each([
    ['changes nothing', {}, []],
    [
      'with another key of the account changes only the secret',
      { apiKey: 'sk_test_older' },
      ['Store the API key in the secret.'],
    ],
  ])('%s', async (_, keys, changes) => {
    const first = await update();
    account.writes.length = 0;

    expect(await update({ keys: { ...first.keys, ...keys } })).toEqual({ ...first, changes });
    expect(account.writes).toEqual([]);
  });

  it('creates only what an interrupted setup did not create', async () => {
    const { id } = await createProPrice(700);

    const { prices, changes } = await update();

    expect(prices.pro).toBe(id);
    expect(changes.join()).not.toContain('Pro');
    expect(await listPrices()).toHaveLength(PACK_IDS.length);
  });

  it('for another stage of the same account shares the prices, and creates its own endpoint', async () => {
    const first = await update();

    const second = await update({ webhookUrl: 'https://another.example.com/api/stripe-webhook' });

    expect(second.prices).toEqual(first.prices);
    expect(second.keys.webhookSecret).not.toBe(first.keys.webhookSecret);
    expect(await listEndpoints()).toHaveLength(2);
  });
});

describe('the setup of Stripe replaces a price', () => {
  it.each([
    ['of another amount', 650, 'gbp', true],
    ['in another currency', 700, 'usd', true],
    ['that is not active', 700, 'gbp', false],
  ])('%s on the same product, with its lookup key', async (_, amount, currency, active) => {
    const old = await createProPrice(amount, currency);
    if (!active) await stripe().prices.update(old.id, { active });

    const { prices, changes, keys } = await update();

    const { data } = await stripe().prices.list({ lookup_keys: ['thumbforge-dev-pro'] });
    expect(prices.pro).not.toBe(old.id);
    expect(data).toMatchObject([{ id: prices.pro, unit_amount: 700, currency: 'gbp', active: true }]);
    expect((await stripe().prices.retrieve(old.id)).lookup_key).toBeNull();
    if (active) {
      expect(data).toMatchObject([{ product: old.product }]);
      expect(changes).toContain(`Create a price of 7.00 GBP for Pro, which replaces ${old.id}.`);
    }
    expect((await update({ keys })).changes).toEqual([]);
  });
});

describe('the setup of Stripe with an existing webhook endpoint', () => {
  it.each([
    ['lacks events', {}],
    ['is disabled', { disabled: true, enabled_events: [...STRIPE_EVENTS] }],
  ])('that %s updates it, and keeps its secret', async (_, changes) => {
    const { id } = await createEndpoint();
    await stripe().webhookEndpoints.update(id, changes);

    const result = await update({ keys: KEYS });

    expect(await listEndpoints()).toMatchObject([{ id, status: 'enabled', enabled_events: STRIPE_EVENTS }]);
    expect(result.keys.webhookSecret).toBe('whsec_kept');
    expect(result.changes).toContain(
      `Enable the webhook endpoint ${id} and subscribe it to all handled events.`,
    );
  });

  /** The endpoints that receive events. */
  const listEnabled = async () => (await listEndpoints()).filter(({ status }) => status === 'enabled');

  it.each([
    ['whose secret is unknown', {}],
    ['whose secret is rolled', { keys: KEYS, rollSecret: true }],
  ])(
    '%s creates another endpoint first, and the caller disables the old endpoint, so that no event is lost',
    async (_, how) => {
      const old = await createEndpoint();
      account.writes.length = 0;

      const { keys, obsoleteEndpoints, changes } = await update(how);

      expect(account.writes.filter((write) => write.includes('webhook_endpoints'))).toEqual([
        'POST /v1/webhook_endpoints',
      ]);
      expect(changes).toContain(`Disable the obsolete webhook endpoint ${old.id} for ${WEBHOOK}.`);
      expect(keys.webhookSecret).toMatch(/^whsec_/);
      expect(keys.webhookSecret).not.toBe('whsec_kept');
      expect(obsoleteEndpoints).toMatchObject([{ id: old.id }]);
      await disableEndpoints(stripe(), obsoleteEndpoints);
      expect((await listEnabled()).map(({ id }) => id)).not.toContain(old.id);
      // A later setup does not enable it again.
      expect(await update({ keys })).toMatchObject({ changes: [], obsoleteEndpoints: [] });
    },
  );

  it('that was replaced earlier is deleted when the secret is rolled again', async () => {
    let { keys, obsoleteEndpoints } = await update();
    for (let roll = 0; roll < 2; roll += 1) {
      ({ keys, obsoleteEndpoints } = await update({ keys, rollSecret: true }));
      await disableEndpoints(stripe(), obsoleteEndpoints);
    }

    expect((await listEndpoints()).map(({ status }) => status)).toEqual(['enabled', 'disabled']);
  });

  it.each([
    ['that was deleted is created again, also if its secret is known', 0],
    ['that exists twice after interrupted setups is replaced by one endpoint', 2],
  ])('%s', async (_, count) => {
    for (let created = 0; created < count; created += 1) await createEndpoint();

    const { keys, obsoleteEndpoints } = await update({ keys: KEYS });
    await disableEndpoints(stripe(), obsoleteEndpoints);

    expect(await listEnabled()).toHaveLength(1);
    expect(keys.webhookSecret).not.toBe('whsec_kept');
  });

  it.each([
    ['of the same deployment makes it obsolete', 'arn:secret', 1],
    ['of another deployment does not change it', 'arn:other', 0],
  ])('with another address %s', async (_, deployment, count) => {
    await update({ deployment, webhookUrl: 'https://other.example.com/api/stripe-webhook' });

    const { obsoleteEndpoints } = await update();

    expect(obsoleteEndpoints).toHaveLength(count);
    expect(await listEnabled()).toHaveLength(2);
  });
});

describe('a dry run of the setup of Stripe', () => {
  it('lists the changes of the first setup and of a changed price, and changes nothing', async () => {
    const dryRun = await update({ dryRun: true });

    expect(account.writes).toEqual([]);
    expect(dryRun.keys.webhookSecret).toBe('');
    expect(dryRun.changes).toEqual((await update()).changes);
    const { id } = await createEndpoint({ url: 'https://other.example.com/api/stripe-webhook' });
    await createProPrice(650);
    account.writes.length = 0;
    const { changes } = await update({ dryRun: true, keys: KEYS });
    expect(changes.join()).toContain('Create a price of 7.00 GBP for Pro, which replaces');
    expect([account.writes, changes.join().includes(id)]).toEqual([[], false]);
  });
});
