import Stripe from 'stripe';
import { readStripeSecrets } from './stripe-secrets.ts';

/** Where Stripe's stand-in answers, on the embedded cloud only. */
const STRIPE_API_URL = process.env['STRIPE_API_URL'];

let current: { apiKey: string; stripe: Stripe } | undefined;

/** The Stripe client of this container; made anew when the key has changed. Each request may take 5 s. */
export async function stripeClient(): Promise<Stripe> {
  const { apiKey } = await readStripeSecrets();
  if (current?.apiKey !== apiKey) {
    const stripe = new Stripe(apiKey, {
      timeout: 5_000,
      maxNetworkRetries: 2,
      telemetry: false,
      ...standIn(),
    });
    current = { apiKey, stripe };
  }
  return current.stripe;
}

function standIn(): { host?: string; port?: string; protocol?: 'http' } {
  if (STRIPE_API_URL === undefined) return {};
  const { hostname, port } = new URL(STRIPE_API_URL);
  return { host: hostname, port, protocol: 'http' };
}
