import Stripe from 'stripe';
import { readCredits } from '../accounts/read-credits.ts';
import { findUser, setStripeCustomer } from '../ledger/users-table.ts';
import { requireEnv } from '../shared/environment.ts';
import { AccountClosedError, InvalidRequestError } from '../shared/errors.ts';
import { findPackByPrice } from './packs.ts';
import { getStripeClient } from './stripe-client.ts';

const SITE_URL = requireEnv('SITE_URL');

export interface CheckoutInput {
  userId: string;
  /** Prefilled on Stripe's page; undefined if unknown. */
  email: string | undefined;
  priceId: string;
  /** The id of the API request. Retries inside this invocation share it. */
  requestId: string;
}

/**
 * Creates a Stripe Checkout session for one pack.
 * @returns the URL of the payment page.
 * @throws InvalidRequestError if the price sells no pack; AccountClosedError; Stripe's errors unchanged.
 */
export async function createCheckoutSession(input: CheckoutInput): Promise<string> {
  const { userId, email, priceId, requestId } = input;
  if (findPackByPrice(priceId) === undefined) {
    throw new InvalidRequestError('priceId is not the price of one of our packs');
  }
  // Opens the account if Cognito's trigger failed, because the purchase needs an account.
  await readCredits({ userId, email });
  const stripe = await getStripeClient();
  const create = async (customer: string, idempotencySuffix: string): Promise<string> => {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ price: priceId, quantity: 1 }],
        client_reference_id: userId,
        customer,
        success_url: `${SITE_URL}/?purchase=success`,
        cancel_url: `${SITE_URL}/buy-credits`,
      },
      { idempotencyKey: `checkout-${userId}-${requestId}${idempotencySuffix}` },
    );
    if (session.url === null) throw new Error('Stripe created a checkout session without a URL.');
    return session.url;
  };

  try {
    return await create(await findOrCreateCustomer(stripe, input), '');
  } catch (error) {
    if (!isStaleCustomer(error)) throw error;
    const customer = await createCustomer(stripe, input, `customer-${userId}-${requestId}`);
    return create(customer, '-again');
  }
}

/** One Stripe customer per user, created at the first checkout, so that Stripe groups the user's receipts. */
async function findOrCreateCustomer(stripe: Stripe, input: CheckoutInput): Promise<string> {
  const { userId } = input;
  const existing = (await findUser(userId))?.stripeCustomerId;
  // With this key, two concurrent checkouts create the same customer.
  return existing ?? createCustomer(stripe, input, `customer-${userId}`);
}

/** @throws AccountClosedError; Stripe's errors unchanged. */
async function createCustomer(
  stripe: Stripe,
  { userId, email }: CheckoutInput,
  idempotencyKey: string,
): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email !== undefined && { email }), metadata: { userId } },
    { idempotencyKey },
  );
  // The account may have been closed since the checkout began.
  if (!(await setStripeCustomer(userId, id))) throw new AccountClosedError();
  return id;
}

/**
 * True if the stored customer does not exist: it was deleted at Stripe, or belongs to another Stripe account (a test key
 * was replaced by a live key). Also true if an interrupted request created a customer with the same idempotency key but
 * another address.
 */
function isStaleCustomer(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  );
}
