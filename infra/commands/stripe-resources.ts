import type Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import { getPriceLookupKey } from '#contract/stripe-names.ts';

/** The content of the stage's secret. */
export interface StripeKeys {
  apiKey: string;
  webhookSecret: string;
}

export interface StripeResourcesOptions {
  stripe: Stripe;
  /** A part of the lookup keys, because stages may share a Stripe account. */
  stage: string;
  /** The key that the functions use. */
  apiKey: string;
  /** The current content of the secret; empty texts before the first setup. */
  keys: StripeKeys;
  webhookUrl: string;
  /** Identifies the deployment in all AWS accounts: the ARN of its secret. */
  deployment: string;
  /** Creates a new endpoint, because Stripe cannot roll the secret of an endpoint by API. */
  rollSecret: boolean;
  dryRun: boolean;
}

export interface StripeResources {
  prices: PackPrices;
  keys: StripeKeys;
  /** The endpoints that the caller disables as soon as the keys are stored. */
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
  const { webhookSecret, obsolete } = await updateWebhookEndpoint(options, changes);
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

/** Metadata of an endpoint: the deployment that owns it, and whether another endpoint has replaced it. */
const DEPLOYMENT = 'thumbforge_deployment';
const REPLACED = 'thumbforge_replaced';

interface WebhookEndpointResult {
  webhookSecret: string;
  /** The endpoints to disable as soon as the secret is stored. */
  obsolete: Stripe.WebhookEndpoint[];
}

/** The endpoints with this address that no other endpoint has replaced. */
export function filterCurrentEndpoints(
  endpoints: readonly Stripe.WebhookEndpoint[],
  url: string,
): Stripe.WebhookEndpoint[] {
  return endpoints.filter((endpoint) => endpoint.url === url && !isReplaced(endpoint));
}

function isReplaced({ metadata }: Stripe.WebhookEndpoint): boolean {
  return metadata[REPLACED] !== undefined;
}

/**
 * Creates or updates the webhook endpoint of a deployment. Stripe returns an endpoint's secret only at its creation, so an
 * endpoint whose secret is unknown is replaced.
 * @param changes one sentence is added for each change.
 * @throws Stripe's errors.
 */
async function updateWebhookEndpoint(
  { stripe, webhookUrl, deployment, keys: { webhookSecret }, rollSecret, dryRun }: StripeResourcesOptions,
  changes: string[],
): Promise<WebhookEndpointResult> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const existing = filterCurrentEndpoints(data, webhookUrl);
  // After a change of the site's address, the endpoint with the old address only causes failed deliveries.
  const moved = data.filter(
    (endpoint) =>
      endpoint.url !== webhookUrl && endpoint.metadata[DEPLOYMENT] === deployment && !isReplaced(endpoint),
  );
  const [endpoint] = existing;
  if (endpoint !== undefined && existing.length === 1 && webhookSecret !== '' && !rollSecret) {
    const isUpToDate =
      endpoint.status === 'enabled' &&
      STRIPE_EVENTS.every((event) => endpoint.enabled_events.includes(event));
    if (!isUpToDate) {
      changes.push(`Enable the webhook endpoint ${endpoint.id} and subscribe it to all handled events.`);
      const update = { enabled_events: [...STRIPE_EVENTS], disabled: false };
      if (!dryRun) await stripe.webhookEndpoints.update(endpoint.id, update);
    }
    reportObsolete(moved, changes);
    return { webhookSecret, obsolete: moved };
  }
  changes.push(`Create a webhook endpoint for ${webhookUrl}, and store its secret.`);
  const obsolete = [...existing, ...moved];
  reportObsolete(obsolete, changes);
  if (dryRun) return { webhookSecret, obsolete };
  // Stripe allows 16 endpoints. An endpoint that was replaced earlier has no deliveries that matter.
  for (const { id } of data.filter((each) => each.url === webhookUrl && isReplaced(each))) {
    await stripe.webhookEndpoints.del(id);
  }
  const created = await stripe.webhookEndpoints.create({
    url: webhookUrl,
    enabled_events: [...STRIPE_EVENTS],
    metadata: { [DEPLOYMENT]: deployment },
  });
  if (created.secret === undefined) throw new Error('Stripe created a webhook endpoint without a secret.');
  return { webhookSecret: created.secret, obsolete };
}

function reportObsolete(endpoints: readonly Stripe.WebhookEndpoint[], changes: string[]): void {
  for (const { id, url } of endpoints)
    changes.push(`Disable the obsolete webhook endpoint ${id} for ${url}.`);
}

/** Disables endpoints, and marks them so that a later setup does not enable them again. @throws Stripe's errors. */
export async function disableEndpoints(
  stripe: Stripe,
  endpoints: readonly Stripe.WebhookEndpoint[],
): Promise<void> {
  for (const { id } of endpoints) {
    await stripe.webhookEndpoints.update(id, { disabled: true, metadata: { [REPLACED]: 'true' } });
  }
}
