import Stripe from 'stripe';
import { createStripeCheckoutSchemas } from '#contract/endpoints/purchase-schemas.ts';
import { requireNotSuspended, type Session } from '../accounts/caller.ts';
import { reviewMailbox } from '../accounts/mailbox.ts';
import { readCredits } from '../accounts/read-credits.ts';
import { apiHandler } from './http/api-handler.ts';
import { findUser, setStripeCustomer } from '../credits/ledger/users-table.ts';
import {
  expireSession,
  isOwnSession,
  listOpenSessions,
  OWN_METADATA,
} from '../credits/payments/checkout-sessions.ts';
import { CHECKOUT_TERMS } from '../credits/payments/checkout-terms.ts';
import { findPackByPrice } from '../credits/payments/packs.ts';
import { callStripe, isMissing } from '../credits/payments/stripe-client.ts';
import { hasDisputedPurchase } from '../credits/purchases/purchases-table.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { requireEnv } from '../platform/environment.ts';
import { AccountClosedError, CodedError, InvalidRequestError } from '../platform/errors.ts';

const SITE_URL = requireEnv('SITE_URL');
/**
 * The page after a payment. Stripe replaces the braces by the id of the session, which is also the id of the purchase (Checkout, "Custom
 * success page").
 */
const SUCCESS_URL = `${SITE_URL}/?purchase=success&session={CHECKOUT_SESSION_ID}`;

/**
 * The least time until a session expires, in seconds. A session with less time is not offered again, because the creator needs time to pay.
 */
const MIN_REMAINING_SECONDS = 30 * 60;

interface CheckoutInput extends Session {
  /** The address for Stripe's page. Undefined if the address is unknown. */
  email: string | undefined;
  priceId: string;
  /** The id of the API request. Retries inside of this invocation have the same id. */
  requestId: string;
}

/**
 * Opens a Stripe Checkout session for one pack, or returns the open session that the user already has for this pack.
 * @returns the URL of the payment page.
 * @throws InvalidRequestError if no pack has the price; AccountClosedError, `unauthorized`, `account_suspended`, TooManyRequestsError;
 * Stripe's errors unchanged.
 */
async function createCheckoutSession(input: CheckoutInput): Promise<string> {
  const { userId, priceId } = input;
  if (findPackByPrice(priceId) === undefined) {
    throw new InvalidRequestError('priceId is not the price of one of our packs', {
      params: { field: 'priceId' },
    });
  }
  // Opens the account if Cognito's trigger failed, because the purchase needs an account and its mailbox.
  await readCredits(input);
  const user = await findUser(userId);
  requireNotSuspended(user);
  await requireNoDispute(userId, user?.mailbox);
  // The call counts before Stripe is called, so that one user cannot use up Stripe's rate limit.
  await enforceRateLimit('checkouts', userId);
  const session = await callStripe((stripe) => findOrOpenSession(stripe, input, user?.stripeCustomerId));
  if (session.url === null) throw new Error('Stripe returned a checkout session without a URL.');
  // A deletion may have listed the open sessions before this session existed. In this case the deletion has already marked the account as
  // deleted.
  if ((await findUser(userId))?.closedAt !== undefined) {
    await callStripe((stripe) => expireSession(stripe, session.id));
    throw new AccountClosedError();
  }
  return session.url;
}

/**
 * Checks the payments of this account and of all accounts with the same mailbox, including deleted accounts.
 * @throws `account_suspended` for a suspension or a dispute; `unauthorized` if no token has contained the address of the account yet.
 */
async function requireNoDispute(userId: string, mailbox: string | undefined): Promise<void> {
  if (mailbox === undefined) throw new CodedError('unauthorized');
  const others = await reviewMailbox(userId, mailbox);
  requireNotSuspended(others);
  if (others.isDisputed || (await hasDisputedPurchase(userId)))
    throw new CodedError('account_suspended', { params: { reason: 'paymentDisputed' } });
}

async function findOrOpenSession(
  stripe: Stripe,
  input: CheckoutInput,
  customer: string | undefined,
): Promise<Stripe.Checkout.Session> {
  const { userId, requestId } = input;
  try {
    if (customer === undefined) {
      // With this key, two concurrent checkouts create the same customer.
      return await openSession(stripe, await createCustomer(stripe, input, `customer-${userId}`), input);
    }
    const open = await listOpenSessions(stripe, customer);
    return open.find((session) => isReusable(session, input)) ?? (await openSession(stripe, customer, input));
  } catch (error) {
    if (!isStaleCustomer(error)) throw error;
    const fresh = await createCustomer(stripe, input, `customer-${userId}-${requestId}`);
    return openSession(stripe, fresh, input, '-again');
  }
}

/**
 * Returns true if the session can be offered again. The amount of a Stripe price never changes, so an equal price means an equal amount.
 */
function isReusable(session: Stripe.Checkout.Session, { userId, priceId }: CheckoutInput): boolean {
  const [item, ...others] = session.line_items?.data ?? [];
  return (
    isOwnSession(session) &&
    session.client_reference_id === userId &&
    others.length === 0 &&
    item?.price?.id === priceId &&
    item.quantity === 1 &&
    session.success_url === SUCCESS_URL &&
    session.expires_at - Date.now() / 1_000 > MIN_REMAINING_SECONDS
  );
}

function openSession(
  stripe: Stripe,
  customer: string,
  { userId, priceId, requestId }: CheckoutInput,
  idempotencySuffix = '',
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ price: priceId, quantity: 1 }],
      client_reference_id: userId,
      customer,
      metadata: OWN_METADATA,
      payment_intent_data: { metadata: OWN_METADATA },
      success_url: SUCCESS_URL,
      cancel_url: `${SITE_URL}/buy-credits?purchase=cancelled`,
      ...CHECKOUT_TERMS,
    },
    { idempotencyKey: `checkout-${userId}-${requestId}${idempotencySuffix}` },
  );
}

/**
 * Creates the Stripe customer of a user at the first checkout. Each user has one customer, so that Stripe groups the user's receipts.
 * @throws AccountClosedError; Stripe's errors unchanged.
 */
async function createCustomer(
  stripe: Stripe,
  { userId, email }: CheckoutInput,
  idempotencyKey: string,
): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email !== undefined && { email }), metadata: { ...OWN_METADATA, userId } },
    { idempotencyKey },
  );
  // The account may have been deleted after the checkout began.
  if (!(await setStripeCustomer(userId, id))) throw new AccountClosedError();
  return id;
}

/**
 * Returns true if the stored customer does not exist: the customer was deleted at Stripe, or belongs to another Stripe account (a live key
 * has replaced a test key). Also returns true if an interrupted request created a customer with the same idempotency key and another
 * address.
 */
function isStaleCustomer(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError || isMissing(error, 'customer');
}

/** POST /api/create-stripe-checkout: opens a checkout session for one pack. */
export const handler = apiHandler(
  'createStripeCheckout',
  createStripeCheckoutSchemas,
  async ({ body, event, ...caller }) => {
    const { userId, email, authenticatedAt } = caller;
    const { requestId } = event.requestContext;
    const input = { userId, email, authenticatedAt, priceId: body.priceId, requestId };
    return { checkoutUrl: await createCheckoutSession(input) };
  },
);
