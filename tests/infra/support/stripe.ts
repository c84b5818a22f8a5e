import Stripe from 'stripe';
import { updateStripeResources } from '../../../infra/commands/stripe-resources.ts';
import { startStripe, type StripeStandIn } from '../../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_0123456789abcdef';

/** A Stripe account with a record of its writes. */
export interface Account {
  stripe: Stripe;
  /** Every call that is not a GET, as `METHOD path`. */
  writes: string[];
  /** Connection settings for another client. */
  address: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;
  controls: StripeStandIn['controls'];
  /** Sends the events. Without it, they are only listed. */
  setWebhook: StripeStandIn['setWebhook'];
  /** Opens a checkout session for one item. */
  checkOut: (price: string) => Promise<Stripe.Checkout.Session>;
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
  const checkOut = (price: string) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      customer_email: 'creator@example.com',
      success_url: 'https://example.com/',
    });
  return {
    stripe,
    writes,
    address,
    controls: emulator.controls,
    setWebhook: (webhook) => emulator.setWebhook(webhook),
    checkOut,
    close: () => emulator.close(),
  };
}

/** The checks' context of a stage whose key is of this account. */
export const connectAccount = (account: Account, changes: object = {}) => ({
  stripe: () =>
    Promise.resolve({
      client: account.stripe,
      isLive: false,
      isRestricted: true,
      webhookSecret: 'whsec_1',
      ...changes,
    }),
});

/** An account after stripe:setup for a webhook. */
export async function startConnectedAccount(webhookUrl: string) {
  const account = await startStripeAccount();
  const { prices } = await updateStripeResources({
    stripe: account.stripe,
    stage: 'dev',
    apiKey: API_KEY,
    webhookUrl,
    deployment: 'arn:secret',
    keys: { apiKey: '', webhookSecret: '' },
    rollSecret: false,
    dryRun: false,
  });
  return { account, prices };
}

interface WebhookRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * A `fetch` that answers for a deployed webhook as the function does: 200 to an event with a valid signature, otherwise 400.
 * Other addresses are fetched.
 * @param accept called with the type of each accepted event.
 */
export function createWebhookFetch(
  webhookUrl: string,
  readSecret: () => string,
  accept: (type: string) => void = () => undefined,
) {
  const realFetch = fetch;
  return (url: string, options: WebhookRequest): Promise<Response> => {
    if (url !== webhookUrl) return realFetch(url, options);
    const { body, headers } = options;
    try {
      accept(Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', readSecret()).type);
      return Promise.resolve(new Response('{}'));
    } catch {
      return Promise.resolve(new Response('{}', { status: 400 }));
    }
  };
}
