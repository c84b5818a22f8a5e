import type Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '../../contract/packs.ts';
import { getPriceLookupKey } from '../../contract/stripe-names.ts';
import { updateWebhookEndpoint, type WebhookEndpointOptions } from './webhook-endpoints.ts';

/** The content of the stage's secret. */
export interface StripeKeys {
  apiKey: string;
  webhookSecret: string;
}

export interface StripeResourcesOptions extends Omit<WebhookEndpointOptions, 'webhookSecret'> {
  /** A part of the lookup keys, because stages may share a Stripe account. */
  stage: string;
  /** The key that the functions use. */
  apiKey: string;
  /** The current content of the secret; empty texts before the first setup. */
  keys: StripeKeys;
}

export interface StripeResources {
  prices: PackPrices;
  keys: StripeKeys;
  /** To be disabled as soon as the keys are stored. */
  obsoleteEndpoints: Stripe.WebhookEndpoint[];
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
  const { webhookSecret, obsolete } = await updateWebhookEndpoint(
    { ...options, webhookSecret: options.keys.webhookSecret },
    changes,
  );
  if (options.keys.apiKey !== options.apiKey) changes.push('Store the API key in the secret.');
  const keys = { apiKey: options.apiKey, webhookSecret };
  return { prices, keys, obsoleteEndpoints: obsolete, changes };
}

async function updatePrice(
  id: PackId,
  { stripe, stage, dryRun }: StripeResourcesOptions,
  changes: string[],
): Promise<string | undefined> {
  const { name, amount, currency } = PACKS[id];
  const lookupKey = getPriceLookupKey(stage, id);
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
    // Consumers see and pay the complete price.
    tax_behavior: 'inclusive',
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    ...(current === undefined
      ? { product_data: { name: `Thumbforge ${name}` } }
      : { product: typeof current.product === 'string' ? current.product : current.product.id }),
  });
  return price.id;
}
