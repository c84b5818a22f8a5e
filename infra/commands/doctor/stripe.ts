import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { z } from 'zod';
import { PACK_IDS, PACKS, type PackId } from '../../../contract/packs.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { clientSettings } from '../aws.ts';
import {
  deployCommand,
  fail,
  ok,
  unknown,
  warn,
  withPermission,
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
  const secrets = new SecretsManagerClient(clientSettings(region));
  const { SecretString = '{}' } = await withPermission('secretsmanager:GetSecretValue', () =>
    secrets.send(new GetSecretValueCommand({ SecretId: arn })),
  );
  const keys = keysSchema.safeParse(JSON.parse(SecretString));
  if (!keys.success || keys.data.apiKey === '') return undefined;
  const { apiKey, webhookSecret } = keys.data;
  return {
    client: new Stripe(apiKey, { telemetry: false, timeout: 10_000, maxNetworkRetries: 1 }),
    isLive: /^(sk|rk)_live_/.test(apiKey),
    isRestricted: apiKey.startsWith('rk_'),
    webhookSecret,
  };
}

/** The sentence that names the command to run. */
export function setupCommand({ stage }: Pick<StageSettings, 'stage'>): string {
  return `Run: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage ${stage}`;
}

/** Whether Stripe accepts the key, and whether its mode fits the stage. */
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

/** Whether the price of each pack in Stripe is the price in `contract/packs.ts`. */
export const stripePrices: Check = {
  name: 'Stripe prices',
  remedy: setupCommand,
  async probe({ settings: { prices }, stripe }) {
    if (PACK_IDS.every((id) => prices[id] === undefined)) {
      return fail('The stage has no prices: no pack is on sale.');
    }
    const account = await stripe();
    if (account === undefined) return [];
    return Promise.all(PACK_IDS.map((id) => checkPrice(id, prices[id], account)));
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
