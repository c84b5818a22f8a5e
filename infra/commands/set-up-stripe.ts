import type Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '../../contract/packs.ts';
import { STRIPE_EVENTS } from '../../contract/stripe-events.ts';

/** What the stage's secret holds. */
export interface StripeKeys {
  apiKey: string;
  webhookSecret: string;
}

export interface SetupOptions {
  stripe: Stripe;
  apiKey: string;
  /** Where Stripe is to send its events. */
  webhookUrl: string;
  /** What the secret holds now; empty texts before the first setup. */
  keys: StripeKeys;
  /** Change nothing; only say what would be done. */
  dryRun: boolean;
}

export interface SetupResult {
  prices: Partial<PackPrices>;
  keys: StripeKeys;
  /** What was done, or would be, one sentence each. Empty when all was as it should be. */
  changes: string[];
}

/**
 * Finds or makes what the product needs in a Stripe account: a product and a price for each pack, found again by their
 * lookup key, and the webhook endpoint. Run twice, it changes nothing.
 * @throws Stripe's errors as they are.
 */
export async function setUpStripe(options: SetupOptions): Promise<SetupResult> {
  const changes: string[] = [];
  const prices: Partial<PackPrices> = {};
  for (const id of PACK_IDS) {
    const price = await priceOf(id, options, changes);
    if (price !== undefined) prices[id] = price;
  }
  const webhookSecret = await webhookSecretOf(options, changes);
  if (options.keys.apiKey !== options.apiKey) changes.push('The API key is put into the secret.');
  return { prices, keys: { apiKey: options.apiKey, webhookSecret }, changes };
}

async function priceOf(
  id: PackId,
  { stripe, dryRun }: SetupOptions,
  changes: string[],
): Promise<string | undefined> {
  const { name, amount, currency } = PACKS[id];
  const lookupKey = `thumbforge_${id}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  if (known?.unit_amount === amount && known.currency === currency) return known.id;

  const cost = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  changes.push(
    `A price of ${cost} is made for ${name}${known === undefined ? '' : `, in place of ${known.id}`}.`,
  );
  if (dryRun) return known?.id;
  // A price of Stripe's never changes its amount: a new one takes the lookup key over.
  const price = await stripe.prices.create({
    unit_amount: amount,
    currency,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    ...(known === undefined
      ? { product_data: { name: `Thumbforge ${name}` } }
      : { product: typeof known.product === 'string' ? known.product : known.product.id }),
  });
  return price.id;
}

/** Stripe tells an endpoint's secret once, when it is made: one whose secret we do not have is made anew. */
async function webhookSecretOf(
  { stripe, webhookUrl, keys, dryRun }: SetupOptions,
  changes: string[],
): Promise<string> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
  const ours = endpoints.data.filter(({ url }) => url === webhookUrl);
  const [known] = ours;
  if (known !== undefined && ours.length === 1 && keys.webhookSecret !== '') {
    const isRight =
      known.status === 'enabled' && STRIPE_EVENTS.every((event) => known.enabled_events.includes(event));
    if (!isRight) {
      changes.push(
        `The webhook endpoint ${known.id} is switched on, and told all the events that we handle.`,
      );
      const right = { enabled_events: [...STRIPE_EVENTS], disabled: false };
      if (!dryRun) await stripe.webhookEndpoints.update(known.id, right);
    }
    return keys.webhookSecret;
  }
  changes.push(`A webhook endpoint is made for ${webhookUrl}.`);
  if (dryRun) return keys.webhookSecret;
  const made = await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: [...STRIPE_EVENTS] });
  // Deliveries of any other endpoint of this address would carry a signature that we cannot check.
  for (const { id } of ours) await stripe.webhookEndpoints.del(id);
  if (made.secret === undefined) throw new Error('Stripe made a webhook endpoint without a secret.');
  return made.secret;
}
