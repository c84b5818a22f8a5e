import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, PACKS, type PackPrices } from '../../../../contract/packs.ts';
import { STRIPE_EVENTS } from '../../../../contract/stripe-events.ts';
import {
  openStripeAccount,
  stripeKey,
  stripePrices,
  stripeWebhook,
} from '../../../../infra/commands/doctor/stripe.ts';
import { updateStripeResources } from '../../../../infra/commands/stripe-resources.ts';
import { awsError } from '../../support/aws.ts';
import { runCheck, SITE } from '../../support/check-context.ts';
import { API_KEY, startStripeAccount, type Account } from '../../support/stripe.ts';

const WEBHOOK = `${SITE}/api/stripe-webhook`;
const SETUP = 'Run: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';

let account: Account;
let prices: PackPrices;
const connected = (changes = {}) => ({
  stripe: () =>
    Promise.resolve({ client: account.stripe, isLive: false, hasWebhookSecret: true, ...changes }),
});

beforeEach(async () => {
  account = await startStripeAccount();
  const resources = await updateStripeResources({
    stripe: account.stripe,
    apiKey: API_KEY,
    webhookUrl: WEBHOOK,
    keys: { apiKey: '', webhookSecret: '' },
    dryRun: false,
  });
  ({ prices } = resources);
});

describe('the check of the Stripe key', () => {
  it('accepts a valid key', async () => {
    expect(await runCheck(stripeKey, connected())).toEqual([
      { status: 'ok', message: 'Stripe accepts the test key.' },
    ]);
  });

  it('fails for a stage without a key', async () => {
    expect(await runCheck(stripeKey)).toEqual([
      { status: 'FAIL', message: 'The stage has no key: no one can buy packs.', fix: SETUP },
    ]);
  });

  it('has an unknown result before the first deployment', async () => {
    expect(await runCheck(stripeKey, { outputs: () => Promise.resolve(undefined) })).toEqual([
      { status: '?', message: 'The stage is not deployed.', fix: 'Run: npm run deploy -- --stage try' },
    ]);
  });

  it('fails for a key that Stripe rejects, without printing the key', async () => {
    const client = new Stripe('sk_test_invalid', { ...account.address, telemetry: false });

    const [finding] = await runCheck(stripeKey, connected({ client }));

    expect(finding).toMatchObject({
      status: 'FAIL',
      message: 'Stripe rejects the key: it is invalid or was rolled.',
    });
    expect(JSON.stringify(finding)).not.toContain('sk_test_invalid');
  });

  it.each([
    [true, false, 'The key is a test key: no card is charged.'],
    [false, true, 'The key of this development stage is live: it charges real cards.'],
  ])('warns about the wrong mode (keepData %s, live key %s)', async (keepData, isLive, message) => {
    expect(await runCheck(stripeKey, { ...connected({ isLive }), settings: { keepData } })).toMatchObject([
      { status: 'warn', message },
    ]);
  });
});

describe('the check of the Stripe prices', () => {
  const checkPrices = (changes: PackPrices = {}, context = connected()) =>
    runCheck(stripePrices, { ...context, settings: { prices: { ...prices, ...changes } } });
  const findPack = async (name: string, changes?: PackPrices, context = connected()) =>
    (await checkPrices(changes, context)).find(({ message }) => message.startsWith(name));

  it('accepts the prices of stripe:setup', async () => {
    expect(await checkPrices()).toEqual(
      PACK_IDS.map((id) => ({
        status: 'ok',
        message: `${PACKS[id].name}: ${(PACKS[id].amount / 100).toFixed(2)} GBP.`,
      })),
    );
  });

  it('fails without any price', async () => {
    expect(await runCheck(stripePrices, connected())).toEqual([
      { status: 'FAIL', message: 'The stage has no prices: no pack is on sale.', fix: SETUP },
    ]);
  });

  it('warns about a pack without a price, which is not on sale', async () => {
    const { pro: _, ...others } = prices;

    const findings = await runCheck(stripePrices, { ...connected(), settings: { prices: others } });

    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([
      { status: 'warn', message: 'Pro has no price: it is not on sale.', fix: SETUP },
    ]);
  });

  it('does not apply without a key', async () => {
    expect(await runCheck(stripePrices, { settings: { prices } })).toEqual([]);
  });

  it('fails for a price that does not exist in Stripe', async () => {
    expect(await findPack('Pro', { pro: 'price_other_account' })).toEqual({
      status: 'FAIL',
      message: 'Pro: price_other_account does not exist in Stripe.',
      fix: SETUP,
    });
  });

  it('fails for a price that is not active', async () => {
    await account.stripe.prices.update(String(prices.elite), { active: false });

    expect(await findPack('Elite')).toMatchObject({
      status: 'FAIL',
      message: `Elite: ${prices.elite} is not active.`,
    });
  });

  it.each([
    [650, 'gbp', '6.50 GBP'],
    [700, 'usd', '7.00 USD'],
  ])('fails for a price of %i %s instead of 700 gbp', async (unit_amount, currency, formatted) => {
    const product_data = { name: 'Pro' };
    const { id } = await account.stripe.prices.create({ unit_amount, currency, product_data });

    expect(await findPack('Pro', { pro: id })).toMatchObject({
      status: 'FAIL',
      message: `Pro: ${id} is ${formatted} instead of 7.00 GBP.`,
    });
  });

  it('fails for a test price with a live key', async () => {
    expect(await findPack('Starter', {}, connected({ isLive: true }))).toMatchObject({
      status: 'FAIL',
      message: `Starter: ${prices.starter} is a test price, but the key is a live key.`,
    });
  });
});

describe('the check of the Stripe webhook', () => {
  const readEndpoint = async () => (await account.stripe.webhookEndpoints.list()).data[0];

  it('accepts the endpoint of stripe:setup', async () => {
    expect(await runCheck(stripeWebhook, connected())).toEqual([
      {
        status: 'ok',
        message: `${(await readEndpoint())?.id} receives all ${STRIPE_EVENTS.length} events.`,
      },
    ]);
  });

  it('fails if no endpoint has the address of the site', async () => {
    const outputs = () => Promise.resolve({ SiteUrl: 'https://thumbs.example.com' });

    expect(await runCheck(stripeWebhook, { ...connected(), outputs })).toEqual([
      {
        status: 'FAIL',
        message:
          'Stripe has no webhook endpoint for https://thumbs.example.com/api/stripe-webhook: paid packs add no credits.',
        fix: SETUP,
      },
    ]);
  });

  it('fails for a disabled endpoint', async () => {
    const id = String((await readEndpoint())?.id);
    await account.stripe.webhookEndpoints.update(id, { disabled: true });

    expect(await runCheck(stripeWebhook, connected())).toMatchObject([
      { status: 'FAIL', message: `The webhook endpoint ${id} is disabled.` },
    ]);
  });

  it('fails for an endpoint that lacks an event, and names the event', async () => {
    const id = String((await readEndpoint())?.id);
    await account.stripe.webhookEndpoints.update(id, {
      enabled_events: STRIPE_EVENTS.filter((event) => event !== 'charge.refunded'),
    });

    expect(await runCheck(stripeWebhook, connected())).toMatchObject([
      { status: 'FAIL', message: `${id} lacks the events charge.refunded.` },
    ]);
  });

  it('fails for two endpoints, because the signatures of one cannot be verified', async () => {
    await account.stripe.webhookEndpoints.create({ url: WEBHOOK, enabled_events: ['charge.refunded'] });

    expect(await runCheck(stripeWebhook, connected())).toMatchObject([
      {
        status: 'FAIL',
        message: `Stripe has 2 webhook endpoints for ${WEBHOOK}; the stage has the secret of one.`,
      },
    ]);
  });

  it('fails if the stage lacks the webhook secret', async () => {
    expect(await runCheck(stripeWebhook, connected({ hasWebhookSecret: false }))).toMatchObject([
      { status: 'FAIL', message: "The stage's secret lacks the webhook secret." },
    ]);
  });

  it('does not apply without a key', async () => {
    expect(await runCheck(stripeWebhook)).toEqual([]);
  });
});

describe('the Stripe account of a stage', () => {
  const secrets = mockClient(SecretsManagerClient);
  const outputs = { StripeSecretArn: 'arn:aws:secretsmanager:::secret' };
  beforeEach(() => secrets.reset());
  const mockSecret = (value: object) =>
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(value) });

  it.each([
    ['sk_test_1', false],
    ['rk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])('with the key %s is live: %s', async (apiKey, isLive) => {
    mockSecret({ apiKey, webhookSecret: 'whsec_1' });

    expect(await openStripeAccount('us-west-2', outputs)).toMatchObject({ isLive, hasWebhookSecret: true });
  });

  it('does not exist before the deployment and before the setup', async () => {
    mockSecret({ apiKey: '', webhookSecret: '', unused: 'x' });

    expect(await openStripeAccount('us-west-2', outputs)).toBeUndefined();
    expect(await openStripeAccount('us-west-2', undefined)).toBeUndefined();
  });

  it('cannot be opened without the permission to read the secret', async () => {
    secrets.on(GetSecretValueCommand).rejects(awsError('AccessDeniedException'));

    await expect(openStripeAccount('us-west-2', outputs)).rejects.toMatchObject({
      permission: 'secretsmanager:GetSecretValue',
    });
  });
});
