import Stripe from 'stripe';
import { getStripeMetadata } from '#contract/stripe-names.ts';
import { requireEnv } from '../../platform/environment.ts';
import { callStripe, isMissing } from './stripe-client.ts';

/** The metadata that marks the checkout sessions and payments of this stage. */
export const OWN_METADATA = getStripeMetadata(requireEnv('STAGE'));

/**
 * Reports whether this stage opened a checkout session. A Stripe account may have other sellers. A payment link with a price of this stage
 * accepts any `client_reference_id` in its address.
 */
export function isOwnSession({ metadata }: Stripe.Checkout.Session): boolean {
  return Object.entries(OWN_METADATA).every(([key, value]) => metadata?.[key] === value);
}

/** The most sessions of a list. The rate limit of checkouts allows far fewer sessions within the lifetime of a session. */
const PAGE_SIZE = 100;

/** Lists the sessions of a customer that can still be paid, with their items, newest first. */
export async function listOpenSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({
    customer,
    status: 'open',
    limit: PAGE_SIZE,
    expand: ['data.line_items'],
  });
  return data;
}

/** Makes a session unpayable. Does nothing if the session was completed or has expired. */
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
