import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackPrices } from '../../../../contract/packs.ts';
import { STRIPE_EVENTS } from '../../../../contract/stripe-events.ts';
import { stripeEvents, stripeWebhook, webhookSignature } from '../../../../infra/commands/doctor/webhook.ts';
import { SITE } from '../../support/aws.ts';
import { listProblems, runCheck } from '../../support/doctor.ts';
import {
  connectAccount,
  createWebhookFetch,
  startConnectedAccount,
  type Account,
} from '../../support/stripe.ts';

const WEBHOOK = `${SITE}/api/stripe-webhook`;
const SETUP = 'Run: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';

let account: Account;
let prices: PackPrices;
const connected = (changes = {}) => connectAccount(account, changes);

beforeEach(async () => {
  ({ account, prices } = await startConnectedAccount(WEBHOOK));
  return account.close;
});

describe('doctor, Stripe webhook:', () => {
  const endpoints = () => account.stripe.webhookEndpoints;
  const readId = async () => String((await endpoints().list()).data[0]?.id);
  const MISSING = 'https://other.example.com/api/stripe-webhook';

  it('accepts the endpoint of stripe:setup', async () => {
    expect(await runCheck(stripeWebhook, connected())).toEqual([
      `ok ${await readId()} receives all ${STRIPE_EVENTS.length} events.`,
    ]);
  });

  it('does not apply without a key', async () => {
    expect(await runCheck(stripeWebhook)).toEqual([]);
  });

  it('fails if no endpoint has the address of the site', async () => {
    const outputs = () => Promise.resolve({ SiteUrl: 'https://other.example.com' });

    expect(await runCheck(stripeWebhook, { ...connected(), outputs })).toEqual([
      `FAIL Stripe has no webhook endpoint for ${MISSING}: paid packs add no credits. -> ${SETUP}`,
    ]);
  });

  it('fails if the stage lacks the webhook secret', async () => {
    expect(await listProblems(stripeWebhook, connected({ webhookSecret: '' }))).toEqual([
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

    expect(await listProblems(stripeWebhook, connected())).toEqual([problem.replace('ID', id)]);
  });

  it('fails for two endpoints, because the signatures of one cannot be verified', async () => {
    await endpoints().create({ url: WEBHOOK, enabled_events: ['charge.refunded'] });

    expect(await listProblems(stripeWebhook, connected())).toEqual([
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

    expect(await listProblems(webhookSignature, connected())).toEqual([problem]);
  });

  it('does not apply before the setup of Stripe', async () => {
    expect(await runCheck(webhookSignature)).toEqual([]);
    expect(await runCheck(webhookSignature, connected({ webhookSecret: '' }))).toEqual([]);
  });
});

describe('doctor, Stripe events:', () => {
  it('fails if Stripe could not deliver events for an hour, as with the secret of another endpoint', async () => {
    const { controls } = account;
    controls.pay((await account.checkOut(String(prices.pro))).id);
    const created = controls.events()[0]?.event.created ?? 0;
    const now = (seconds: number) => ({ ...connected(), now: new Date((created + seconds) * 1000) });

    expect(await listProblems(stripeEvents, now(3_000))).toEqual([
      'ok Stripe delivered all events of the last three days.',
    ]);
    expect((await listProblems(stripeEvents, now(4_000))).join()).toMatch(
      /^FAIL Stripe could not deliver \d events in the last three days: paid packs may have added no credits\.$/,
    );
  });
});
