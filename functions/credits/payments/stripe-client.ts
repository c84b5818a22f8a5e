import Stripe from 'stripe';
import * as z from 'zod/mini';
import { requireEnv } from '../../platform/environment.ts';
import { logger } from '../../platform/logger.ts';
import { readSecret } from '../../platform/secrets-manager.ts';

const STRIPE_SECRET_ARN = requireEnv('STRIPE_SECRET_ARN');

/** The time after which a warm container uses a rotated key, in ms. */
const SECRETS_TTL_MS = 5 * 60_000;

const NOT_SET_UP = 'Stripe is not set up for this stage: run npm run stripe:setup';

/** Thrown if the secret of the stage does not contain Stripe's keys yet. */
export class StripeNotSetUpError extends Error {
  override name = 'StripeNotSetUpError';
}

const stripeSecrets = z.object({
  apiKey: z.string().check(z.minLength(1)),
  webhookSecret: z.string().check(z.minLength(1)),
});
type StripeSecrets = z.infer<typeof stripeSecrets>;

let cachedSecrets: { secrets: Promise<StripeSecrets>; expiresAt: number } | undefined;
let cachedClient: { apiKey: string; stripe: Stripe } | undefined;

/**
 * Calls Stripe. If Stripe does not accept the key, reads the secret again and repeats the call once with the new key, so that a rotated key
 * takes effect at once.
 * @param call must be safe to repeat.
 * @throws Stripe's errors unchanged; the errors of `getStripeSecrets`.
 */
export async function callStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await getStripeClient();
  try {
    return await call(stripe);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
    // Concurrent calls with the same key read the secret only once.
    if (cachedClient?.stripe === stripe) cachedSecrets = undefined;
    const fresh = await getStripeClient();
    if (fresh === stripe) throw error;
    return call(fresh);
  }
}

/** Returns true if Stripe does not know an object of a request. @param param the name of the object in the request. @default any object */
export function isMissing(error: unknown, param?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  );
}

/** Returns the cached Stripe client, or a new one if the key has changed. Each request times out after 5 s. */
async function getStripeClient(): Promise<Stripe> {
  const { apiKey } = await getStripeSecrets();
  if (cachedClient?.apiKey !== apiKey) {
    const options = { timeout: 5_000, maxNetworkRetries: 2, telemetry: false, ...getEmulatorOptions() };
    cachedClient = { apiKey, stripe: new Stripe(apiKey, options) };
  }
  return cachedClient.stripe;
}

/**
 * Returns Stripe's API key and webhook secret, cached for five minutes.
 * @throws StripeNotSetUpError before the stage's setup; SDK errors unchanged. A failure is not cached.
 */
export async function getStripeSecrets(): Promise<StripeSecrets> {
  if (cachedSecrets === undefined || cachedSecrets.expiresAt < Date.now()) {
    cachedSecrets = { secrets: fetchSecrets(), expiresAt: Date.now() + SECRETS_TTL_MS };
  }
  try {
    return await cachedSecrets.secrets;
  } catch (error) {
    cachedSecrets = undefined;
    throw error;
  }
}

async function fetchSecrets(): Promise<StripeSecrets> {
  const parsed = stripeSecrets.safeParse(await readSecret(STRIPE_SECRET_ARN));
  if (parsed.success) return parsed.data;
  logger.error(NOT_SET_UP);
  throw new StripeNotSetUpError(NOT_SET_UP);
}

/** Returns the address of the Stripe emulator. Only the embedded cloud sets this address. */
function getEmulatorOptions(): { host?: string; port?: string; protocol?: 'http' } {
  const emulatorUrl = process.env['STRIPE_API_URL'];
  if (emulatorUrl === undefined) return {};
  const { hostname, port } = new URL(emulatorUrl);
  return { host: hostname, port, protocol: 'http' };
}
