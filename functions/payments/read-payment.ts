import type Stripe from 'stripe';
import type { Payment, Reversal } from './payment.ts';
import { getStripeClient } from './stripe-client.ts';

/** Identifies a payment. Its state is read from Stripe, because events can arrive late and out of order. */
export type PaymentRef =
  { kind: 'session'; sessionId: string } | { kind: 'payment'; paymentIntentId: string };

const EXPAND = ['line_items', 'payment_intent.latest_charge'];

/** Stripe API reference, "The Dispute object": an inquiry has not moved money, but may become a dispute. */
const INQUIRY_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'warning_needs_response',
  'warning_under_review',
]);
const INACTIVE_DISPUTE_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'won',
  'warning_closed',
  'prevented',
]);

/** One page contains all refunds or disputes of a payment. */
const PAGE_SIZE = 100;

/**
 * Reads the current state of a payment from Stripe.
 * @returns undefined if the payment was not made through this site's checkout.
 * @throws Stripe's errors unchanged.
 */
export async function readPayment(ref: PaymentRef): Promise<Payment | undefined> {
  const stripe = await getStripeClient();
  const session = await findSession(stripe, ref);
  const userId = session?.client_reference_id ?? undefined;
  if (session === undefined || userId === undefined) return undefined;

  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const [refunds, disputes] = await Promise.all([listRefunds(stripe, intent), listDisputes(stripe, intent)]);
  return {
    sessionId: session.id,
    userId,
    priceId: readPriceId(session),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    createdAt: new Date(session.created * 1_000).toISOString(),
    status: readStatus(session, intent),
    receiptUrl: readReceiptUrl(intent),
    refunds,
    disputes,
  };
}

async function findSession(stripe: Stripe, ref: PaymentRef): Promise<Stripe.Checkout.Session | undefined> {
  if (ref.kind === 'session') return stripe.checkout.sessions.retrieve(ref.sessionId, { expand: EXPAND });
  const { data } = await stripe.checkout.sessions.list({
    payment_intent: ref.paymentIntentId,
    limit: 1,
    expand: EXPAND.map((path) => `data.${path}`),
  });
  return data[0];
}

/** Oldest first; Stripe lists the newest first. */
async function listRefunds(stripe: Stripe, intent: Stripe.PaymentIntent | null): Promise<Reversal[]> {
  if (intent === null) return [];
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: PAGE_SIZE });
  return data.toReversed().map(({ id, amount, status }) => {
    return { id, amount, isActive: status !== 'failed' && status !== 'canceled' };
  });
}

async function listDisputes(stripe: Stripe, intent: Stripe.PaymentIntent | null): Promise<Reversal[]> {
  if (intent === null) return [];
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: PAGE_SIZE });
  return data
    .toReversed()
    .filter(({ status }) => !INQUIRY_STATUSES.has(status))
    .map(({ id, amount, status }) => ({ id, amount, isActive: !INACTIVE_DISPUTE_STATUSES.has(status) }));
}

function readPriceId({ line_items: items }: Stripe.Checkout.Session): string | undefined {
  const [item, ...others] = items?.data ?? [];
  return others.length === 0 && item?.quantity === 1 ? item.price?.id : undefined;
}

function readStatus(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Payment['status'] {
  if (session.payment_status === 'paid') return 'paid';
  const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return hasFailed ? 'failed' : 'unpaid';
}

function readReceiptUrl(intent: Stripe.PaymentIntent | null): string | undefined {
  const charge = intent?.latest_charge;
  return typeof charge === 'object' ? (charge?.receipt_url ?? undefined) : undefined;
}
