import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACK_IDS, PACKS, type PackPrices } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import { SITE } from '../../support/aws.ts';
import { NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import {
  connectAccount,
  createWebhookFetch,
  startConnectedAccount,
  type Account,
} from '../../support/stripe.ts';

const WEBHOOK = `${SITE}/api/stripe-webhook`;
/** The findings without their fixes, which a finding that is not ok must have. */
const listProblems = async (...args: Parameters<typeof runCheck>) =>
  (await runCheck(...args)).map((line) => {
    expect(line.includes(' -> ')).toBe(!line.startsWith('ok'));
    return line.replace(/ -> .*/, '');
  });

const SETUP = 'Set STRIPE_API_KEY (sk_…), and run: npm run stripe:setup -- --stage try';

let account: Account;
let prices: PackPrices;
const connected = (changes = {}) => connectAccount(account, changes);

beforeEach(async () => {
  ({ account, prices } = await startConnectedAccount(WEBHOOK));
  return account.close;
});

describe('doctor, Stripe key:', () => {
  it.each<[{ isLive?: boolean; keepData?: boolean }, string]>([
    [{}, 'ok Stripe accepts the test key.'],
    [{ keepData: true }, 'warn The key is a test key: no card is charged.'],
    [{ isLive: true }, 'warn The key of this development stage is live: it charges real cards.'],
    [{ isLive: true, keepData: true }, 'ok Stripe accepts the live key.'],
  ])('reports a valid key with %j: %s', async ({ keepData = false, ...key }, problem) => {
    expect(await listProblems('Stripe key', { ...connected(key), settings: { keepData } })).toEqual([
      problem,
    ]);
  });

  it('tells to store a restricted key for the functions, next to the key of the command', async () => {
    const context = connected({ isLive: true, isRestricted: false });

    expect(await runCheck('Stripe key', { ...context, settings: { keepData: true } })).toEqual([
      `warn The functions use a full secret key, which can do anything in the Stripe account. -> Create a restricted key (docs/deploy.md, "Choose Stripe keys"). Set STRIPE_RUNTIME_KEY (rk_…) to it. ${SETUP}`,
    ]);
  });

  it('fails for a key that Stripe rejects, without printing the key', async () => {
    const client = new Stripe('sk_test_invalid', { ...account.address, telemetry: false });

    expect(await runCheck('Stripe key', connected({ client }))).toEqual([
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
    expect(await runCheck('Stripe key', context)).toEqual([finding]);
  });
});

describe('doctor, Stripe prices:', () => {
  /** The findings of the check for changed prices, without the findings of correct prices. */
  const checkPrices = async (changes: PackPrices = {}, context = connected()) => {
    const settings = { prices: { ...prices, ...changes } };
    return (await runCheck('Stripe prices', { ...context, settings })).filter(
      (line) => !line.startsWith('ok'),
    );
  };

  it('accepts the prices of stripe:setup', async () => {
    expect(await runCheck('Stripe prices', { ...connected(), settings: { prices } })).toEqual(
      PACK_IDS.map((id) => `ok ${PACKS[id].name}: ${(PACKS[id].amount / 100).toFixed(2)} GBP.`),
    );
  });

  it('warns about a pack without a price, and fails without any price', async () => {
    const { pro: _, ...others } = prices;

    expect(await listProblems('Stripe prices', { ...connected(), settings: { prices: others } })).toContain(
      'warn Pro has no price: it is not on sale.',
    );
    expect(await runCheck('Stripe prices', connected())).toEqual([
      `FAIL The stage has no prices: no pack is on sale. -> ${SETUP}`,
    ]);
  });

  it('fails for a price that does not exist in Stripe, and for an inactive price', async () => {
    await account.stripe.prices.update(String(prices.elite), { active: false });

    expect(await checkPrices({ pro: 'price_other_account' })).toEqual([
      `FAIL Pro: price_other_account does not exist in Stripe. -> ${SETUP}`,
      `FAIL Elite: ${prices.elite} is not active. -> ${SETUP}`,
    ]);
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

describe('doctor, Stripe webhook:', () => {
  const endpoints = () => account.stripe.webhookEndpoints;
  const readId = async () => String((await endpoints().list()).data[0]?.id);
  const MISSING = 'https://other.example.com/api/stripe-webhook';

  it('accepts the endpoint of stripe:setup', async () => {
    expect(await runCheck('Stripe webhook', connected())).toEqual([
      `ok ${await readId()} receives all ${STRIPE_EVENTS.length} events.`,
    ]);
  });

  it('fails if no endpoint has the address of the site', async () => {
    const outputs = () => Promise.resolve({ SiteUrl: 'https://other.example.com' });

    expect(await runCheck('Stripe webhook', { ...connected(), outputs })).toEqual([
      `FAIL Stripe has no webhook endpoint for ${MISSING}: paid packs add no credits. -> ${SETUP}`,
    ]);
  });

  it('fails if the stage lacks the webhook secret', async () => {
    expect(await listProblems('Stripe webhook', connected({ webhookSecret: '' }))).toEqual([
      "FAIL The stage's secret lacks the webhook secret.",
    ]);
  });

  const withoutRefunds = STRIPE_EVENTS.filter((event) => event !== 'charge.refunded');
  it.each<[string, Stripe.WebhookEndpointUpdateParams, string]>([
    ['is disabled', { disabled: true }, 'FAIL The webhook endpoint ID is disabled.'],
    ['lacks an event', { enabled_events: withoutRefunds }, 'FAIL ID lacks the events charge.refunded.'],
  ])('fails for an endpoint that %s', async (_, changes, problem) => {
    const id = await readId();
    await endpoints().update(id, changes);

    expect(await listProblems('Stripe webhook', connected())).toEqual([problem.replace('ID', id)]);
  });

  it('fails for two endpoints, because the signatures of one endpoint cannot be verified', async () => {
    await endpoints().create({ url: WEBHOOK, enabled_events: ['charge.refunded'] });

    expect(await listProblems('Stripe webhook', connected())).toEqual([
      `FAIL Stripe has 2 webhook endpoints for ${WEBHOOK}; the stage has the secret of one.`,
    ]);
  });
});

describe('doctor, webhook signature:', () => {
  const SIGNED = `FAIL ${WEBHOOK} answers 400 to an event that is signed with the stage's secret.`;
  const UNSIGNED = `FAIL ${WEBHOOK} answers 200 to an event without a signature, instead of 400.`;
  const SILENT = `FAIL ${WEBHOOK} answers nothing to an event that is signed with the stage's secret.`;
  const answer = (secret: string) => createWebhookFetch(WEBHOOK, () => secret);
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [
      'the secret of the stage',
      answer('whsec_1'),
      'ok The site accepts a signed event and rejects an unsigned one.',
    ],
    ['another secret', answer('whsec_2'), SIGNED],
    ['no verification', () => Promise.resolve(new Response('{}')), UNSIGNED],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), SILENT],
  ])('reports a site with %s', async (_, site, problem) => {
    vi.stubGlobal('fetch', site);

    expect(await listProblems('webhook signature', connected())).toEqual([problem]);
  });
});

describe('doctor, Stripe events:', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Pays for a pack. @returns the context of a check so many seconds later. */
  async function pay() {
    const { controls, checkOut } = account;
    controls.pay((await checkOut(String(prices.pro))).id);
    const created = controls.events()[0]?.event.created ?? 0;
    return (seconds: number) => ({ ...connected(), now: new Date((created + seconds) * 1000) });
  }

  it('fails if Stripe could not deliver events for an hour, as with the secret of another endpoint', async () => {
    const now = await pay();

    expect(await listProblems('Stripe events', now(3_000))).toEqual([
      'ok Stripe delivered all events of the last three days.',
    ]);
    for (const seconds of [4_000, 3 * 86_400 - 60]) {
      expect((await listProblems('Stripe events', now(seconds))).join()).toMatch(
        /^FAIL Stripe could not deliver \d events in the last three days: paid packs may have added no credits\.$/,
      );
    }
  });

  it('passes if the webhook accepted the events', async () => {
    const realFetch = fetch;
    const accept = (url: string, options: RequestInit) =>
      url === WEBHOOK ? Promise.resolve(new Response('{}')) : realFetch(url, options);
    vi.stubGlobal('fetch', accept);
    account.setWebhook({ url: WEBHOOK, secret: 'whsec_1' });
    const now = await pay();
    await account.controls.idle();

    expect(await listProblems('Stripe events', now(4_000))).toEqual([
      'ok Stripe delivered all events of the last three days.',
    ]);
  });
});

it('doctor: the prices, the webhook and its signature do not apply before the setup of Stripe', async () => {
  const names = ['Stripe prices', 'Stripe webhook', 'webhook signature'];

  for (const name of names) expect(await runCheck(name, { settings: { prices } })).toEqual([]);
  expect(await runCheck('webhook signature', connected({ webhookSecret: '' }))).toEqual([]);
});
