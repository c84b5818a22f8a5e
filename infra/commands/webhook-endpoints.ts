import type Stripe from 'stripe';
import { STRIPE_EVENTS } from '../../contract/stripe-events.ts';

/** Metadata of an endpoint: the deployment that owns it, and whether another endpoint has replaced it. */
const DEPLOYMENT = 'thumbforge_deployment';
const REPLACED = 'thumbforge_replaced';

export interface WebhookEndpointOptions {
  stripe: Stripe;
  webhookUrl: string;
  /** Identifies the deployment in all AWS accounts: the ARN of its secret. */
  deployment: string;
  /** Empty if it is unknown. */
  webhookSecret: string;
  /** Creates a new endpoint, because Stripe cannot roll the secret of an endpoint by API. */
  rollSecret: boolean;
  dryRun: boolean;
}

interface WebhookEndpointResult {
  webhookSecret: string;
  /** The endpoints to disable as soon as the secret is stored. */
  obsolete: Stripe.WebhookEndpoint[];
}

/** The endpoints with this address that no other one has replaced. */
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
export async function updateWebhookEndpoint(
  { stripe, webhookUrl, deployment, webhookSecret, rollSecret, dryRun }: WebhookEndpointOptions,
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
