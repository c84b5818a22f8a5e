import Stripe from 'stripe';
import { getStripeMetadata } from '../../contract/stripe-names.ts';
import { requireEnv } from '../shared/environment.ts';
import { callStripe, isMissing } from './stripe-client.ts';

/** The metadata of this stage's checkout sessions and their payments. */
export const OWN_METADATA = getStripeMetadata(requireEnv('STAGE'));

/**
 * Whether this stage opened a checkout session. A Stripe account may have other sellers, and a payment link with one of
 * our prices takes any `client_reference_id` from its address.
 */
export function isOwnSession({ metadata }: Stripe.Checkout.Session): boolean {
  return Object.entries(OWN_METADATA).every(([key, value]) => metadata?.[key] === value);
}

/** Far more than the rate limit of checkouts allows within the lifetime of a session. */
const PAGE_SIZE = 100;

/** The sessions of a customer that can still be paid, with their items, newest first. */
export async function listOpenSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({
    customer,
    status: 'open',
    limit: PAGE_SIZE,
    expand: ['data.line_items'],
  });
  return data;
}

/** Makes a session unpayable. Does nothing if it was completed or has expired meanwhile. */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Expires every open checkout session of a customer. Idempotent. @throws Stripe's errors unchanged. */
export async function expireOpenSessions(customer: string): Promise<void> {
  await callStripe(async (stripe) => {
    try {
      const sessions = await listOpenSessions(stripe, customer);
      for (const session of sessions.filter(isOwnSession)) await expireSession(stripe, session.id);
    } catch (error) {
      // A customer that was deleted at Stripe has no open session.
      if (!isMissing(error, 'customer')) throw error;
    }
  });
}
