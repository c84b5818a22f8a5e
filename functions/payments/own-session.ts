import type Stripe from 'stripe';
import { getStripeMetadata } from '../../contract/stripe-names.ts';
import { requireEnv } from '../shared/environment.ts';

/** The metadata of this stage's checkout sessions and their payments. */
export const OWN_METADATA = getStripeMetadata(requireEnv('STAGE'));

/**
 * Whether this stage opened a checkout session. A Stripe account may have other sellers, and a payment link with one of
 * our prices takes any `client_reference_id` from its address.
 */
export function isOwnSession({ metadata }: Stripe.Checkout.Session): boolean {
  return Object.entries(OWN_METADATA).every(([key, value]) => metadata?.[key] === value);
}
