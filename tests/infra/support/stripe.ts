import Stripe from 'stripe';
import { startStripe } from '../../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_0123456789abcdef';

/** A Stripe account with a record of its writes. */
export interface Account {
  stripe: Stripe;
  /** Every call that is not a GET, as `METHOD path`. */
  writes: string[];
  /** Connection settings for another client. */
  address: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;
  close: () => Promise<void>;
}

/** Starts an empty Stripe account. */
export async function startStripeAccount(): Promise<Account> {
  const emulator = await startStripe({ apiKey: API_KEY });
  const writes: string[] = [];
  const recordingFetch: typeof fetch = (input, options) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = options?.method ?? 'GET';
    if (method !== 'GET') writes.push(`${method} ${pathname}`);
    return fetch(input, options);
  };
  const { hostname, port } = new URL(emulator.endpoint);
  const address = { host: hostname, port, protocol: 'http' } as const;
  const stripe = new Stripe(API_KEY, {
    ...address,
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recordingFetch),
  });
  return { stripe, writes, address, close: () => emulator.close() };
}
