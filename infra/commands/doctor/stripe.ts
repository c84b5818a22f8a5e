import Stripe from 'stripe';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { PACK_IDS, PACKS, type PackId } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { readSecret } from '../aws.ts';
import { filterCurrentEndpoints } from '../stripe-resources.ts';
import { listUndeliveredEvents, sendTestEvent } from '../webhook-events.ts';
import {
  deployCommand,
  fail,
  ok,
  unknown,
  warn,
  type Check,
  type Finding,
  type StripeAccount,
} from './check.ts';

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });

/**
 * Connects to Stripe with the key in the stage's secret.
 * @returns undefined if there is no secret or no key yet.
 * @throws MissingPermissionError; the SDK's other errors.
 */
export async function openStripeAccount(
  region: string,
  outputs: Record<string, string> | undefined,
): Promise<StripeAccount | undefined> {
  const arn = outputs?.['StripeSecretArn'];
  if (arn === undefined) return undefined;
  const keys = keysSchema.safeParse(await readSecret(arn, region));
  if (!keys.success || keys.data.apiKey === '') return undefined;
  const { apiKey, webhookSecret } = keys.data;
  return {
    client: new Stripe(apiKey, { telemetry: false, timeout: 10_000, maxNetworkRetries: 1 }),
    isLive: /^(sk|rk)_live_/.test(apiKey),
    isRestricted: apiKey.startsWith('rk_'),
    webhookSecret,
  };
}

/** The sentence that names the command to run. Each shell sets a variable in its own way. */
function setupCommand({ stage }: Pick<StageSettings, 'stage'>): string {
  return `Set STRIPE_API_KEY (sk_…), and run: npm run stripe:setup -- --stage ${stage}`;
}

/** Checks that Stripe accepts the key, and that the mode of the key fits the stage. */
export const stripeKey: Check = {
  name: 'Stripe key',
  remedy: setupCommand,
  async probe({ settings: { stage, keepData }, outputs, stripe }) {
    const fix = setupCommand({ stage });
    if ((await outputs()) === undefined) {
      return unknown('The stage is not deployed.', deployCommand({ stage }));
    }
    const account = await stripe();
    if (account === undefined) return fail('The stage has no key: no one can buy packs.');
    try {
      await account.client.prices.list({ limit: 1 });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
      return fail('Stripe rejects the key: it is invalid or was rolled.');
    }
    if (keepData && !account.isLive) {
      return warn('The key is a test key: no card is charged.', `${fix} (with a live key)`);
    }
    if (!keepData && account.isLive) {
      return warn(
        'The key of this development stage is live: it charges real cards.',
        `${fix} (with a test key)`,
      );
    }
    if (account.isLive && !account.isRestricted) {
      return warn(
        'The functions use a full secret key, which can do anything in the Stripe account.',
        `Create a restricted key (docs/deploy.md, "Choose Stripe keys"). ${fix.replace('Run: ', 'Run: STRIPE_RUNTIME_KEY=rk_… ')}`,
      );
    }
    return ok(`Stripe accepts the ${account.isLive ? 'live' : 'test'} key.`);
  },
};

/** Checks that the price of each pack in Stripe is the price in `contract/packs.ts`. */
export const stripePrices: Check = {
  name: 'Stripe prices',
  remedy: setupCommand,
  async probe({ settings: { prices }, stripe }) {
    if (PACK_IDS.every((id) => prices[id] === undefined)) {
      return fail('The stage has no prices: no pack is on sale.');
    }
    const account = await stripe();
    if (account === undefined) return [];
    return PACK_IDS.map((id) => checkPrice(id, prices[id], account));
  },
};

async function checkPrice(
  id: PackId,
  priceId: string | undefined,
  { client, isLive }: StripeAccount,
): Promise<Finding> {
  const { name, amount, currency } = PACKS[id];
  if (priceId === undefined) return warn(`${name} has no price: it is not on sale.`);
  const price = await client.prices.retrieve(priceId).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
    throw error;
  });
  if (price === undefined) return fail(`${name}: ${priceId} does not exist in Stripe.`);
  if (price.livemode !== isLive) {
    const [priceMode, keyMode] = price.livemode ? ['live', 'test'] : ['test', 'live'];
    return fail(`${name}: ${priceId} is a ${priceMode} price, but the key is a ${keyMode} key.`);
  }
  if (!price.active) return fail(`${name}: ${priceId} is not active.`);
  if (price.unit_amount !== amount || price.currency !== currency) {
    const actual = formatAmount(price.unit_amount ?? 0, price.currency);
    return fail(`${name}: ${priceId} is ${actual} instead of ${formatAmount(amount, currency)}.`);
  }
  return ok(`${name}: ${formatAmount(amount, currency)}.`);
}

/** @param amount in minor units. */
function formatAmount(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** Checks that Stripe sends every handled event to the site. */
export const stripeWebhook: Check = {
  name: 'Stripe webhook',
  remedy: setupCommand,
  async probe({ settings, outputs, stripe }) {
    const [deployed, account] = await Promise.all([outputs(), stripe()]);
    if (account === undefined || deployed === undefined) return [];
    const url = `${deployed['SiteUrl'] ?? ''}${ENDPOINTS.stripeWebhook.path}`;
    const { data } = await account.client.webhookEndpoints.list({ limit: 100 });
    const endpoints = filterCurrentEndpoints(data, url);
    const [endpoint] = endpoints;
    if (endpoint === undefined) {
      return fail(`Stripe has no webhook endpoint for ${url}: paid packs add no credits.`);
    }
    if (account.webhookSecret === '') return fail("The stage's secret lacks the webhook secret.");
    if (endpoints.length > 1) {
      return fail(
        `Stripe has ${endpoints.length} webhook endpoints for ${url}; the stage has the secret of one.`,
        rollCommand(settings.stage),
      );
    }
    if (endpoint.status !== 'enabled') return fail(`The webhook endpoint ${endpoint.id} is disabled.`);
    const missing = STRIPE_EVENTS.filter((event) => !endpoint.enabled_events.includes(event));
    if (missing.length > 0) return fail(`${endpoint.id} lacks the events ${missing.join(', ')}.`);
    return ok(`${endpoint.id} receives all ${STRIPE_EVENTS.length} events.`);
  },
};

function rollCommand(stage: string): string {
  return `${setupCommand({ stage })} --roll-webhook-secret`;
}

/** Checks that the site verifies signatures: the site must accept a signed event without effect, and reject an unsigned event. */
export const webhookSignature: Check = {
  name: 'webhook signature',
  async probe({ settings: { stage }, outputs, stripe }) {
    const [deployed, account] = await Promise.all([outputs(), stripe()]);
    if (deployed === undefined || account === undefined || account.webhookSecret === '') return [];
    const url = `${deployed['SiteUrl'] ?? ''}${ENDPOINTS.stripeWebhook.path}`;
    const [signed, unsigned] = await Promise.all([
      sendTestEvent(url, account.webhookSecret),
      sendTestEvent(url, undefined),
    ]);
    if (signed !== 200) {
      return fail(
        `${url} answers ${signed ?? 'nothing'} to an event that is signed with the stage's secret.`,
        `After a change of the secret, wait five minutes. Otherwise read the log of StripeWebhook. ${rollCommand(stage)}`,
      );
    }
    if (unsigned !== 400) {
      return fail(
        `${url} answers ${unsigned ?? 'nothing'} to an event without a signature, instead of 400.`,
        deployCommand({ stage }),
      );
    }
    return ok('The site accepts a signed event and rejects an unsigned one.');
  },
};

/** An event may fail a few times before Stripe's retries deliver it. */
const DELIVERY_SECONDS = 3_600;

/**
 * Checks that Stripe can deliver its events. The check `webhook signature` signs its event with the secret of the stage, so it
 * cannot notice that the secret belongs to another endpoint. Only deliveries by Stripe show this error.
 */
export const stripeEvents: Check = {
  name: 'Stripe events',
  async probe({ settings: { stage }, now, stripe }) {
    const account = await stripe();
    if (account === undefined) return [];
    const seconds = Math.floor(now.getTime() / 1000);
    const events = await listUndeliveredEvents(account.client, seconds);
    const late = events.filter(({ created }) => created < seconds - DELIVERY_SECONDS);
    if (late.length === 0) return ok('Stripe delivered all events of the last three days.');
    return fail(
      `Stripe could not deliver ${late.length} events in the last three days: paid packs may have added no credits.`,
      `If Stripe shows status 400 for them, the stage has the wrong webhook secret. ${rollCommand(stage)}`,
    );
  },
};
