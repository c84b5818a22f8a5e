import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { PACK_IDS, PACKS, type PackId } from '#contract/packs.ts';
import { getPriceLookupKey } from '#contract/stripe-names.ts';
import { LOCAL_STRIPE } from './credentials.ts';
import type { SecretsEmulator } from './emulators/secrets/secrets.ts';
import type { StripeStandIn } from './emulators/stripe/stripe.ts';

/** The price ids of the embedded cloud. A deployed stage has the price ids that `npm run stripe:setup` writes. */
export const LOCAL_PRICES = Object.fromEntries(PACK_IDS.map((id) => [id, `price_local_${id}`])) as Record<
  PackId,
  string
>;

/**
 * Sets up the Stripe stand-in as `npm run stripe:setup` sets up a stage: the prices of the packs, the address of the
 * webhook, and the keys in the secret of the template.
 */
export function connectStripe(stripe: StripeStandIn, secrets: SecretsEmulator, siteUrl: string): void {
  for (const id of PACK_IDS) {
    const { name: product, amount, currency } = PACKS[id];
    const lookupKey = getPriceLookupKey('dev', id);
    stripe.addPrice({ id: LOCAL_PRICES[id], lookupKey, product, amount, currency });
  }
  stripe.setWebhook({ url: `${siteUrl}${ENDPOINTS.stripeWebhook.path}`, secret: LOCAL_STRIPE.webhookSecret });
  for (const [arn, value] of secrets.values()) {
    if (value.includes('webhookSecret')) secrets.put(arn, JSON.stringify(LOCAL_STRIPE));
  }
}

/** Stores the key of the YouTube Data API in the secret of the template, as an operator does after a deployment. */
export function connectYoutube(secrets: SecretsEmulator, apiKey: string): void {
  for (const [arn, value] of secrets.values()) {
    if (value.includes('"apiKey"') && !value.includes('webhookSecret')) {
      secrets.put(arn, JSON.stringify({ apiKey }));
    }
  }
}
