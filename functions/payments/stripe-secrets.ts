import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { REQUEST_LIMITS } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';

const STRIPE_SECRET_ARN = environment('STRIPE_SECRET_ARN');

/** A rotated key reaches a warm container within this time, in ms. */
const KEPT_FOR_MS = 5 * 60_000;

const secrets = new SecretsManagerClient({ maxAttempts: 3, requestHandler: REQUEST_LIMITS });

const notSetUp = 'Stripe is not set up for this stage: run npm run stripe:setup';
const stripeSecrets = z.object({
  apiKey: z.string().check(z.minLength(1, notSetUp)),
  webhookSecret: z.string().check(z.minLength(1, notSetUp)),
});
type StripeSecrets = z.infer<typeof stripeSecrets>;

let kept: { secrets: Promise<StripeSecrets>; until: number } | undefined;

/**
 * Stripe's API key and webhook secret: fetched once per container, and again when five minutes have passed.
 * @throws a zod error where the stage has not been set up; SDK errors as they are. A failure is not kept.
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
  return stripeSecrets.parse(JSON.parse(SecretString));
}
