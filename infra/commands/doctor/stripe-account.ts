import Stripe from 'stripe';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { readSecret } from '../aws.ts';
import { filterCurrentEndpoints } from '../stripe-resources.ts';
import type { CheckContext, StripeAccount } from './check.ts';

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

/** Returns whether Stripe accepts the key of the account. */
export async function isAccepted({ client }: StripeAccount): Promise<boolean> {
  return (await unlessRefused('StripeAuthenticationError', client.prices.list({ limit: 1 }))) !== undefined;
}

/** @returns undefined if the price does not exist in the account. */
export function findPrice({ client }: StripeAccount, id: string): Promise<Stripe.Price | undefined> {
  return unlessRefused('StripeInvalidRequestError', client.prices.retrieve(id));
}

/** The result of a call; undefined if Stripe answers with this type of error. */
async function unlessRefused<Result>(type: string, call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.type === type) return undefined;
    throw error;
  }
}

/** The webhook of a stage: its address, and the account whose events it receives. */
interface Webhook {
  url: string;
  account: StripeAccount;
}

/** @returns undefined before the deployment and before the setup of Stripe. */
export async function findWebhook({
  outputs,
  stripe,
}: Pick<CheckContext, 'outputs' | 'stripe'>): Promise<Webhook | undefined> {
  const [deployed, account] = await Promise.all([outputs(), stripe()]);
  if (deployed === undefined || account === undefined) return undefined;
  return { url: `${deployed['SiteUrl'] ?? ''}${ENDPOINTS.stripeWebhook.path}`, account };
}

/** Lists the endpoints in Stripe that send their events to the webhook. */
export async function listEndpoints({ url, account }: Webhook): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await account.client.webhookEndpoints.list({ limit: 100 });
  return filterCurrentEndpoints(data, url);
}
