import Stripe from 'stripe';
import { readCredits } from '../accounts/read-credits.ts';
import { environment } from '../aws/environment.ts';
import { InvalidRequestError } from '../errors/errors.ts';
import { customerOf, makeCustomer } from './customers.ts';
import { packOfPrice } from './packs.ts';
import { stripeClient } from './stripe-client.ts';

const SITE_URL = environment('SITE_URL');

export interface CheckoutOrder {
  userId: string;
  email: string | undefined;
  priceId: string;
  /** Id of this very request: what a retry of it repeats, and nothing else does. */
  requestId: string;
}

/**
 * Opens a Stripe Checkout session for one pack.
 * @returns where the browser goes to pay.
 * @throws InvalidRequestError for a price that sells nothing here; AccountClosedError; Stripe's errors as they are.
 */
export async function openCheckout({ userId, email, priceId, requestId }: CheckoutOrder): Promise<string> {
  if (packOfPrice(priceId) === undefined) {
    throw new InvalidRequestError('priceId is not the price of one of our packs');
  }
  // Opens the account where Cognito's trigger did not: the credits will need one.
  await readCredits({ userId, email });
  const stripe = await stripeClient();
  const buyer = { userId, email };
  const open = async (customer: string, attempt: string): Promise<string> => {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ price: priceId, quantity: 1 }],
        client_reference_id: userId,
        customer,
        success_url: `${SITE_URL}/?purchase=success`,
        cancel_url: `${SITE_URL}/buy-credits`,
      },
      { idempotencyKey: `checkout-${userId}-${requestId}${attempt}` },
    );
    if (session.url === null) throw new Error('Stripe opened a checkout session without an address.');
    return session.url;
  };

  try {
    return await open(await customerOf(stripe, buyer), '');
  } catch (error) {
    if (!isStaleCustomer(error)) throw error;
    return open(await makeCustomer(stripe, buyer, `customer-${userId}-${requestId}`), '-again');
  }
}

/**
 * The remembered customer was deleted at Stripe, or is another account's (a test key replaced by a live one); or it
 * was being made when we crashed, and is asked for again with another address.
 */
function isStaleCustomer(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  );
}
