import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackPrices } from '../../../../contract/packs.ts';
import { openStripeAccount as openDeployed } from '../../../../infra/commands/doctor/stripe-account.ts';
import { stripeKey } from '../../../../infra/commands/doctor/stripe-key.ts';
import { stripePrices } from '../../../../infra/commands/doctor/stripe-prices.ts';
import { stripeWebhook } from '../../../../infra/commands/doctor/stripe-webhook.ts';
import { setUpStripe } from '../../../../infra/commands/set-up-stripe.ts';
import { awsError, diagnose, SITE } from '../../support/patient.ts';
import { API_KEY, openStripeAccount, type Account } from '../../support/stripe.ts';

const WEBHOOK = `${SITE}/api/stripe-webhook`;
const SETUP = 'STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';

let account: Account;
let prices: PackPrices;
const opened = (changes = {}) => ({
  stripe: () =>
    Promise.resolve({ client: account.stripe, isLive: false, hasWebhookSecret: true, ...changes }),
});

beforeEach(async () => {
  account = await openStripeAccount();
  const done = await setUpStripe({
    stripe: account.stripe,
    apiKey: API_KEY,
    webhookUrl: WEBHOOK,
    keys: { apiKey: '', webhookSecret: '' },
    dryRun: false,
  });
  prices = done.prices as PackPrices;
});

describe('the key', () => {
  it('that Stripe takes is fine', async () => {
    expect(await diagnose(stripeKey, opened())).toEqual([
      { state: 'ok', found: 'Stripe takes the test key.' },
    ]);
  });

  it('that is not there yet fails', async () => {
    expect(await diagnose(stripeKey)).toEqual([
      { state: 'FAIL', found: 'The stage has no key: nobody can buy.', fix: SETUP },
    ]);
  });

  it('of a stage that is not deployed is not known', async () => {
    expect(await diagnose(stripeKey, { outputs: () => Promise.resolve(undefined) })).toEqual([
      { state: '?', found: 'The stage is not deployed yet.', fix: 'npm run deploy -- --stage try' },
    ]);
  });

  it('that Stripe does not take fails, and is not told', async () => {
    const client = new Stripe('sk_test_of_somebody_else', { ...account.address, telemetry: false });

    const [finding] = await diagnose(stripeKey, opened({ client }));
    expect(finding).toMatchObject({
      state: 'FAIL',
      found: 'Stripe does not take the key: it is wrong, or was rolled.',
    });
    expect(JSON.stringify(finding)).not.toContain('somebody');
  });

  it.each([
    [true, false, 'A test key: no card is charged.'],
    [false, true, 'A live key on a stage for trying out: real cards are charged.'],
  ])('of the wrong kind is a warning (keepData %s, live %s)', async (keepData, isLive, found) => {
    expect(await diagnose(stripeKey, { ...opened({ isLive }), settings: { keepData } })).toMatchObject([
      { state: 'warn', found },
    ]);
  });
});

describe('the prices', () => {
  const look = (changes: Partial<PackPrices> = {}, stripe = opened()) =>
    diagnose(stripePrices, { ...stripe, settings: { prices: { ...prices, ...changes } } });

  it('that setup made are fine', async () => {
    expect(await look()).toEqual([
      { state: 'ok', found: 'Starter: 3.50 GBP.' },
      { state: 'ok', found: 'Pro: 7.00 GBP.' },
      { state: 'ok', found: 'Elite: 10.00 GBP.' },
    ]);
  });

  it('that are not set fail', async () => {
    expect(await diagnose(stripePrices, opened())).toEqual([
      { state: 'FAIL', found: 'The stage has no prices: nothing is on sale.', fix: SETUP },
    ]);
  });

  it('are not looked at without a key', async () => {
    expect(await diagnose(stripePrices, { settings: { prices } })).toEqual([]);
  });

  it('that Stripe does not know fail', async () => {
    const [, finding] = await look({ pro: 'price_of_another_account' });

    expect(finding).toEqual({
      state: 'FAIL',
      found: 'Pro: Stripe does not know price_of_another_account.',
      fix: SETUP,
    });
  });

  it('that were switched off fail', async () => {
    await account.stripe.prices.update(prices.elite, { active: false });

    expect((await look())[2]).toMatchObject({
      state: 'FAIL',
      found: `Elite: ${prices.elite} was switched off.`,
    });
  });

  it.each([
    [650, 'gbp', '6.50 GBP'],
    [700, 'usd', '7.00 USD'],
  ])('of another amount or currency fail: %i %s', async (unit_amount, currency, words) => {
    const { id } = await account.stripe.prices.create({
      unit_amount,
      currency,
      product_data: { name: 'Pro' },
    });

    expect((await look({ pro: id }))[1]).toMatchObject({
      state: 'FAIL',
      found: `Pro: ${id} asks ${words} in place of 7.00 GBP.`,
    });
  });

  it('of the other mode fail', async () => {
    expect((await look({}, opened({ isLive: true })))[0]).toMatchObject({
      state: 'FAIL',
      found: `Starter: ${prices.starter} is of the test mode, and the key is not.`,
    });
  });
});

describe('the webhook endpoint', () => {
  const endpoint = async () => (await account.stripe.webhookEndpoints.list()).data[0];
  const idNow = async () => String((await endpoint())?.id);

  it('that setup made is fine', async () => {
    expect(await diagnose(stripeWebhook, opened())).toEqual([
      { state: 'ok', found: `${await idNow()} is told all 11 events.` },
    ]);
  });

  it('of another address is none', async () => {
    const outputs = () => Promise.resolve({ SiteUrl: 'https://thumbs.example.com' });

    expect(await diagnose(stripeWebhook, { ...opened(), outputs })).toEqual([
      {
        state: 'FAIL',
        found:
          'Stripe has no endpoint for https://thumbs.example.com/api/stripe-webhook: paid packs bring no credits.',
        fix: SETUP,
      },
    ]);
  });

  it('that is switched off fails', async () => {
    const id = await idNow();
    await account.stripe.webhookEndpoints.update(id, { disabled: true });

    expect(await diagnose(stripeWebhook, opened())).toMatchObject([
      { state: 'FAIL', found: `Stripe has switched ${id} off.` },
    ]);
  });

  it('that misses an event fails, and the event is named', async () => {
    const id = await idNow();
    const events = (await endpoint())?.enabled_events.filter((event) => event !== 'charge.refunded');
    await account.stripe.webhookEndpoints.update(id, {
      enabled_events: events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
    });

    expect(await diagnose(stripeWebhook, opened())).toMatchObject([
      { state: 'FAIL', found: `${id} is not told of charge.refunded.` },
    ]);
  });

  it('twice fails: the signature of one cannot be checked', async () => {
    await account.stripe.webhookEndpoints.create({ url: WEBHOOK, enabled_events: ['charge.refunded'] });

    expect(await diagnose(stripeWebhook, opened())).toMatchObject([
      { state: 'FAIL', found: `Stripe has 2 endpoints for ${WEBHOOK}; we know the secret of one.` },
    ]);
  });

  it('whose secret nobody kept fails', async () => {
    expect(await diagnose(stripeWebhook, opened({ hasWebhookSecret: false }))).toMatchObject([
      { state: 'FAIL', found: 'The stage does not hold the secret of the endpoint.' },
    ]);
  });

  it('is not looked for without a key', async () => {
    expect(await diagnose(stripeWebhook)).toEqual([]);
  });
});

describe("the stage's secret", () => {
  const secrets = mockClient(SecretsManagerClient);
  const outputs = { StripeSecretArn: 'arn:aws:secretsmanager:::secret' };
  const holds = (value: object) => {
    secrets.reset();
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(value) });
  };

  it.each([
    ['sk_test_1', false],
    ['rk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])('opens the account of its key: %s', async (apiKey, isLive) => {
    holds({ apiKey, webhookSecret: 'whsec_1' });

    expect(await openDeployed('us-west-2', outputs)).toMatchObject({ isLive, hasWebhookSecret: true });
  });

  it('opens none before the setup, nor before the deployment', async () => {
    holds({ apiKey: '', webhookSecret: '', unused: 'x' });

    expect(await openDeployed('us-west-2', outputs)).toBeUndefined();
    expect(await openDeployed('us-west-2', undefined)).toBeUndefined();
  });

  it('names the permission that is missing', async () => {
    secrets.reset();
    secrets.on(GetSecretValueCommand).rejects(awsError('AccessDeniedException'));
    const look = vi.fn(() => openDeployed('us-west-2', outputs));

    await expect(look()).rejects.toMatchObject({ permission: 'secretsmanager:GetSecretValue' });
  });
});
