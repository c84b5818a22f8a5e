import Stripe from 'stripe';
import { afterAll } from 'vitest';
import { startStripe } from '../../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_0123456789abcdef';

/** A Stripe account of its own, with what was asked of it. */
export interface Account {
  stripe: Stripe;
  /** Everything that was to change something, as `METHOD path`. */
  writes: string[];
  /** Where it answers, as a client of Stripe's is told. */
  address: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;
}

const running: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(running.map((close) => close()));
});

/** Opens a Stripe account in which there is nothing yet. */
export async function openStripeAccount(): Promise<Account> {
  const standIn = await startStripe({ apiKey: API_KEY });
  running.push(() => standIn.close());
  const writes: string[] = [];
  const watched: typeof fetch = (input, options) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = options?.method ?? 'GET';
    if (method !== 'GET') writes.push(`${method} ${pathname}`);
    return fetch(input, options);
  };
  const { hostname, port } = new URL(standIn.endpoint);
  const address = { host: hostname, port, protocol: 'http' } as const;
  const stripe = new Stripe(API_KEY, {
    ...address,
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(watched),
  });
  return { stripe, writes, address };
}
