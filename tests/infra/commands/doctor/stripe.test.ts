import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, PACKS, type PackPrices } from '../../../../contract/packs.ts';
import { openStripeAccount, stripeKey, stripePrices } from '../../../../infra/commands/doctor/stripe.ts';
import { resetAws, secrets, SITE } from '../../support/aws.ts';
import { listProblems, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import { connectAccount, startConnectedAccount, type Account } from '../../support/stripe.ts';

const WEBHOOK = `${SITE}/api/stripe-webhook`;
const SETUP = 'Run: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';

let account: Account;
let prices: PackPrices;
const connected = (changes = {}) => connectAccount(account, changes);

beforeEach(async () => {
  ({ account, prices } = await startConnectedAccount(WEBHOOK));
  return account.close;
});

describe('doctor, Stripe key:', () => {
  it.each<[{ isLive?: boolean; isRestricted?: boolean; keepData?: boolean }, string]>([
    [{}, 'ok Stripe accepts the test key.'],
    [{ keepData: true }, 'warn The key is a test key: no card is charged.'],
    [{ isLive: true }, 'warn The key of this development stage is live: it charges real cards.'],
    [{ isLive: true, keepData: true }, 'ok Stripe accepts the live key.'],
    [
      { isLive: true, keepData: true, isRestricted: false },
      'warn The functions use a full secret key, which can do anything in the Stripe account.',
    ],
  ])('reports a valid key with %j: %s', async ({ keepData = false, ...key }, problem) => {
    expect(await listProblems(stripeKey, { ...connected(key), settings: { keepData } })).toEqual([problem]);
  });

  it('fails for a key that Stripe rejects, without printing the key', async () => {
    const client = new Stripe('sk_test_invalid', { ...account.address, telemetry: false });

    expect(await runCheck(stripeKey, connected({ client }))).toEqual([
      `FAIL Stripe rejects the key: it is invalid or was rolled. -> ${SETUP}`,
    ]);
  });

  it.each([
    ['without a key', {}, `FAIL The stage has no key: no one can buy packs. -> ${SETUP}`],
    [
      'before the first deployment',
      NOT_DEPLOYED,
      '? The stage is not deployed. -> Run: npm run deploy -- --stage try',
    ],
  ])('explains what to do %s', async (_, context, finding) => {
    expect(await runCheck(stripeKey, context)).toEqual([finding]);
  });
});

describe('doctor, Stripe prices:', () => {
  /** The findings of the check for changed prices, without those of correct ones. */
  const checkPrices = async (changes: PackPrices = {}, context = connected()) => {
    const settings = { prices: { ...prices, ...changes } };
    return (await runCheck(stripePrices, { ...context, settings })).filter((line) => !line.startsWith('ok'));
  };

  it('accepts the prices of stripe:setup', async () => {
    expect(await runCheck(stripePrices, { ...connected(), settings: { prices } })).toEqual(
      PACK_IDS.map((id) => `ok ${PACKS[id].name}: ${(PACKS[id].amount / 100).toFixed(2)} GBP.`),
    );
  });

  it('warns about a pack without a price, and fails without any price', async () => {
    const { pro: _, ...others } = prices;

    expect(await listProblems(stripePrices, { ...connected(), settings: { prices: others } })).toContain(
      'warn Pro has no price: it is not on sale.',
    );
    expect(await runCheck(stripePrices, connected())).toEqual([
      `FAIL The stage has no prices: no pack is on sale. -> ${SETUP}`,
    ]);
  });

  it('does not apply without a key', async () => {
    expect(await runCheck(stripePrices, { settings: { prices } })).toEqual([]);
  });

  it('fails for a price that does not exist in Stripe', async () => {
    expect(await checkPrices({ pro: 'price_other_account' })).toEqual([
      `FAIL Pro: price_other_account does not exist in Stripe. -> ${SETUP}`,
    ]);
  });

  it('fails for a price that is not active', async () => {
    await account.stripe.prices.update(String(prices.elite), { active: false });

    expect(await checkPrices()).toEqual([`FAIL Elite: ${prices.elite} is not active. -> ${SETUP}`]);
  });

  it.each([
    [650, 'gbp', '6.50 GBP'],
    [700, 'usd', '7.00 USD'],
  ])('fails for a price of %i %s instead of 700 gbp', async (unit_amount, currency, formatted) => {
    const product_data = { name: 'Pro' };
    const { id } = await account.stripe.prices.create({ unit_amount, currency, product_data });

    expect(await checkPrices({ pro: id })).toEqual([
      `FAIL Pro: ${id} is ${formatted} instead of 7.00 GBP. -> ${SETUP}`,
    ]);
  });

  it('fails for a test price with a live key', async () => {
    expect(await checkPrices({}, connected({ isLive: true }))).toContain(
      `FAIL Starter: ${prices.starter} is a test price, but the key is a live key. -> ${SETUP}`,
    );
  });
});

describe('doctor, Stripe account:', () => {
  const outputs = { StripeSecretArn: 'arn:aws:secretsmanager:::secret' };
  const mockSecret = (value: object) =>
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(value) });
  beforeEach(() => resetAws());

  it.each([
    ['sk_test_1', false],
    ['rk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])('with the key %s in the secret is live: %s', async (apiKey, isLive) => {
    mockSecret({ apiKey, webhookSecret: 'whsec_1' });

    expect(await openStripeAccount('us-west-2', outputs)).toMatchObject({
      isLive,
      isRestricted: apiKey.startsWith('rk_'),
      webhookSecret: 'whsec_1',
    });
  });

  it('does not exist before the deployment and before the setup', async () => {
    mockSecret({ apiKey: '', webhookSecret: '', unused: 'x' });

    expect(await openStripeAccount('us-west-2', outputs)).toBeUndefined();
    expect(await openStripeAccount('us-west-2', undefined)).toBeUndefined();
  });
});
