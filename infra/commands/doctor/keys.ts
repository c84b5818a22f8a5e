import Stripe from 'stripe';
import { z } from 'zod';
import type { StageSettings } from '../../stages/settings.ts';
import { readSecret } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check, type StripeAccount } from './check.ts';

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

const youtubeSecret = z.object({ apiKey: z.string().trim().min(1) });

/** Whether the secret has a key of the YouTube Data API. Without one, links to channels by their handle do not work. */
export const youtubeKey: Check = {
  name: 'YouTube key',
  async probe({ settings: { stage, region, youtubeApiKey }, outputs }) {
    if (!youtubeApiKey) return [];
    const arn = (await outputs())?.['YoutubeSecretArn'];
    if (arn === undefined) {
      return unknown('The stage has no YouTube secret yet.', deployCommand({ stage }));
    }
    if (youtubeSecret.safeParse(await readSecret(arn, region)).success) return ok('The secret has a key.');
    return warn(
      'The secret has no key: links to channels by their handle do not work.',
      `Run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string '{"apiKey":"KEY"}'`,
    );
  },
};
