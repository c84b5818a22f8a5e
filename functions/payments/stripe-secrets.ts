import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { REQUEST_LIMITS } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { logger } from '../telemetry/logger.ts';

const STRIPE_SECRET_ARN = environment('STRIPE_SECRET_ARN');

const NOT_SET_UP = 'Stripe is not set up for this stage: run npm run stripe:setup';

/** The stage's secret does not hold Stripe's keys yet. */
class StripeNotSetUpError extends Error {
  override name = 'StripeNotSetUpError';
}

/** A rotated key reaches a warm container within this time, in ms. */
const KEPT_FOR_MS = 5 * 60_000;

const secrets = new SecretsManagerClient({ maxAttempts: 3, requestHandler: REQUEST_LIMITS });

const stripeSecrets = z.object({
  apiKey: z.string().check(z.minLength(1)),
  webhookSecret: z.string().check(z.minLength(1)),
});
type StripeSecrets = z.infer<typeof stripeSecrets>;

let kept: { secrets: Promise<StripeSecrets>; until: number } | undefined;

/**
 * Stripe's API key and webhook secret: fetched once per container, and again when five minutes have passed.
 * @throws StripeNotSetUpError before the stage's setup; SDK errors as they are. A failure is not kept.
 */
export async function readStripeSecrets(): Promise<StripeSecrets> {
  if (kept === undefined || kept.until < Date.now()) {
    kept = { secrets: fetchSecrets(), until: Date.now() + KEPT_FOR_MS };
  }
  try {
    return await kept.secrets;
  } catch (error) {
    kept = undefined;
    throw error;
  }
}

async function fetchSecrets(): Promise<StripeSecrets> {
  const { SecretString = '{}' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: STRIPE_SECRET_ARN }),
  );
  const parsed = stripeSecrets.safeParse(JSON.parse(SecretString));
  if (parsed.success) return parsed.data;
  logger.error(NOT_SET_UP);
  throw new StripeNotSetUpError(NOT_SET_UP);
}
