import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { z } from 'zod';
import { clientSettings } from '../aws/client-settings.ts';
import { may } from './may.ts';

/** What the checks of Stripe look at. */
export interface StripeAccount {
  client: Stripe;
  /** Real money moves: the key is a live one. */
  isLive: boolean;
  hasWebhookSecret: boolean;
}

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });

/**
 * Opens the Stripe account whose key the stage's secret holds; undefined where there is none yet.
 * @throws NotAllowedError; the SDK's other errors as they are.
 */
export async function openStripeAccount(
  region: string,
  outputs: Record<string, string> | undefined,
): Promise<StripeAccount | undefined> {
  const arn = outputs?.['StripeSecretArn'];
  if (arn === undefined) return undefined;
  const secrets = new SecretsManagerClient(clientSettings(region));
  const { SecretString = '{}' } = await may('secretsmanager:GetSecretValue', () =>
    secrets.send(new GetSecretValueCommand({ SecretId: arn })),
  );
  const keys = keysSchema.safeParse(JSON.parse(SecretString));
  if (!keys.success || keys.data.apiKey === '') return undefined;
  const { apiKey, webhookSecret } = keys.data;
  return {
    client: new Stripe(apiKey, { telemetry: false, timeout: 10_000, maxNetworkRetries: 1 }),
    isLive: /^(sk|rk)_live_/.test(apiKey),
    hasWebhookSecret: webhookSecret !== '',
  };
}

/** What sets Stripe up for a stage, or sets it right. */
export function setupCommand(stage: string): string {
  return `STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage ${stage}`;
}
