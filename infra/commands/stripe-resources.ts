import type Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '../../contract/packs.ts';
import { STRIPE_EVENTS } from '../../contract/stripe-events.ts';

/** The content of the stage's secret. */
export interface StripeKeys {
  apiKey: string;
  webhookSecret: string;
}

export interface StripeResourcesOptions {
  stripe: Stripe;
  apiKey: string;
  webhookUrl: string;
  /** The current content of the secret; empty texts before the first setup. */
  keys: StripeKeys;
  /** Reports the changes and makes none. */
  dryRun: boolean;
}

export interface StripeResources {
  prices: PackPrices;
  keys: StripeKeys;
  /** One sentence for each change. Empty if everything was up to date. */
  changes: string[];
}

/**
 * Creates or updates what the product needs in a Stripe account: a product and a price for each pack, found by their
 * lookup key, and the webhook endpoint. Idempotent.
 * @throws Stripe's errors.
 */
export async function updateStripeResources(options: StripeResourcesOptions): Promise<StripeResources> {
  const changes: string[] = [];
  const prices: PackPrices = {};
  for (const id of PACK_IDS) {
    const price = await updatePrice(id, options, changes);
    if (price !== undefined) prices[id] = price;
  }
  const webhookSecret = await updateWebhookEndpoint(options, changes);
  if (options.keys.apiKey !== options.apiKey) changes.push('Store the API key in the secret.');
  return { prices, keys: { apiKey: options.apiKey, webhookSecret }, changes };
}

async function updatePrice(
  id: PackId,
  { stripe, dryRun }: StripeResourcesOptions,
  changes: string[],
): Promise<string | undefined> {
  const { name, amount, currency } = PACKS[id];
  const lookupKey = `thumbforge_${id}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [current] = data;
  if (current?.unit_amount === amount && current.currency === currency) return current.id;

  const cost = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  changes.push(
    `Create a price of ${cost} for ${name}${current === undefined ? '' : `, which replaces ${current.id}`}.`,
  );
  if (dryRun) return current?.id;
  // The amount of a Stripe price cannot change: a new price takes over the lookup key.
  const price = await stripe.prices.create({
    unit_amount: amount,
    currency,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    ...(current === undefined
      ? { product_data: { name: `Thumbforge ${name}` } }
      : { product: typeof current.product === 'string' ? current.product : current.product.id }),
  });
  return price.id;
}

/** Stripe returns an endpoint's secret only at its creation. An endpoint whose secret is unknown is replaced. */
async function updateWebhookEndpoint(
  { stripe, webhookUrl, keys, dryRun }: StripeResourcesOptions,
  changes: string[],
): Promise<string> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const existing = data.filter(({ url }) => url === webhookUrl);
  const [endpoint] = existing;
  if (endpoint !== undefined && existing.length === 1 && keys.webhookSecret !== '') {
    const isUpToDate =
      endpoint.status === 'enabled' &&
      STRIPE_EVENTS.every((event) => endpoint.enabled_events.includes(event));
    if (!isUpToDate) {
      changes.push(`Enable the webhook endpoint ${endpoint.id} and subscribe it to all handled events.`);
      const update = { enabled_events: [...STRIPE_EVENTS], disabled: false };
      if (!dryRun) await stripe.webhookEndpoints.update(endpoint.id, update);
    }
    return keys.webhookSecret;
  }
  changes.push(`Create a webhook endpoint for ${webhookUrl}.`);
  if (dryRun) return keys.webhookSecret;
  const created = await stripe.webhookEndpoints.create({
    url: webhookUrl,
    enabled_events: [...STRIPE_EVENTS],
  });
  // Deleted after the new one exists, so that no event finds no endpoint. Their signatures cannot be verified.
  for (const { id } of existing) await stripe.webhookEndpoints.del(id);
  if (created.secret === undefined) throw new Error('Stripe created a webhook endpoint without a secret.');
  return created.secret;
}
