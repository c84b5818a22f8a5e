import type { PackId } from './packs.ts';

/**
 * Marks the checkout sessions and payments of one stage, because products and stages may share a Stripe account
 * (Stripe docs, "Metadata").
 */
export function getStripeMetadata(stage: string) {
  return { product: 'thumbforge', stage };
}

/** Returns the lookup key of a pack's price, e.g. `thumbforge-prod-pro` (Stripe docs, "Lookup keys"). */
export function getPriceLookupKey(stage: string, pack: PackId): string {
  return `thumbforge-${stage}-${pack}`;
}
