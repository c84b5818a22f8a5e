import type Stripe from 'stripe';
import type { Payment, Reversal } from './payment.ts';
import { isOwnSession } from './checkout-sessions.ts';
import { callStripe, isMissing } from './stripe-client.ts';

/** Identifies a payment. The state of a payment is read from Stripe, because events can arrive late and out of order. */
export type PaymentRef =
  | { kind: 'session'; sessionId: string }
  | { kind: 'payment'; paymentIntentId: string };

const EXPAND = ['line_items', 'payment_intent.latest_charge'];

/** The statuses of an inquiry. An inquiry has not moved money, but may become a dispute (Stripe API reference, "The Dispute object"). */
const INQUIRY_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/**
 * The statuses that a dispute never has after the status `won`. A lost or appealed dispute may have been won before (Stripe docs, "Manage
 * disputes through pre-arbitration and arbitration"). The bank may withdraw the money of a prevented dispute late.
 */
const FIRST_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set(['needs_response', 'under_review']);

/** The most refunds or disputes of a list. One page contains all refunds or disputes of a payment. */
const PAGE_SIZE = 100;

/**
 * Reads the current state of a payment from Stripe.
 * @returns `unrelated` if another product or stage took the payment, or `unknown` if Stripe does not find the payment.
 * @throws Stripe's errors unchanged.
 */
export function readPayment(ref: PaymentRef): Promise<Payment | 'unrelated' | 'unknown'> {
  return callStripe(async (stripe) => {
    const session = await findSession(stripe, ref);
    if (typeof session === 'string') return session;
    const userId = session.client_reference_id;
    if (userId === null || !isOwnSession(session)) return 'unrelated';

    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
    const amount = session.amount_total ?? 0;
    const currency = session.currency ?? '';
    const returned = { intent, amount, currency };
    const [refunds, disputes] = await Promise.all([
      listRefunds(stripe, returned),
      listDisputes(stripe, returned),
    ]);
    return {
      sessionId: session.id,
      userId,
      priceId: readPriceId(session),
      amount,
      currency,
      createdAt: new Date(session.created * 1_000).toISOString(),
      status: readStatus(session, intent),
      paymentIntentId: intent?.id,
      receiptUrl: readReceiptUrl(intent),
      refunds,
      disputes,
    };
  });
}

async function findSession(
  stripe: Stripe,
  ref: PaymentRef,
): Promise<Stripe.Checkout.Session | 'unrelated' | 'unknown'> {
  const { sessions } = stripe.checkout;
  try {
    if (ref.kind === 'session') return await sessions.retrieve(ref.sessionId, { expand: EXPAND });
    const { data } = await sessions.list({
      payment_intent: ref.paymentIntentId,
      limit: 1,
      expand: EXPAND.map((path) => `data.${path}`),
    });
    // A payment without a session was not made through the checkout.
    return data[0] ?? 'unrelated';
  } catch (error) {
    if (isMissing(error)) return 'unknown';
    throw error;
  }
}

/** The payment whose refunds and disputes are read. */
interface ReturnedPayment {
  intent: Stripe.PaymentIntent | null;
  amount: number;
  currency: string;
}

/** Lists the refunds, oldest first. Stripe lists the newest refund first. */
async function listRefunds(stripe: Stripe, payment: ReturnedPayment): Promise<Reversal[]> {
  if (payment.intent === null) return [];
  const { data } = await stripe.refunds.list({ payment_intent: payment.intent.id, limit: PAGE_SIZE });
  return data.toReversed().map((refund) => {
    const { id, status } = refund;
    const isActive = status !== 'failed' && status !== 'canceled';
    return { id, amount: readAmount(refund, payment), isActive };
  });
}

async function listDisputes(stripe: Stripe, payment: ReturnedPayment): Promise<Reversal[]> {
  if (payment.intent === null) return [];
  const { data } = await stripe.disputes.list({ payment_intent: payment.intent.id, limit: PAGE_SIZE });
  return data
    .toReversed()
    .filter(({ status }) => !INQUIRY_STATUSES.has(status))
    .map((dispute) => {
      const { id, status } = dispute;
      const isActive = isWithdrawn(dispute);
      const canFollowEnd = isActive && !FIRST_STATUSES.has(status);
      return { id, amount: readAmount(dispute, payment), isActive, canFollowEnd };
    });
}

/**
 * Reports whether a dispute keeps money from the seller. A prevented dispute was blocked before the bank withdrew money, or the return of
 * the money resolved it. `balance_transactions` has the withdrawn amounts (Stripe API reference, "The Dispute object").
 */
function isWithdrawn({ status, balance_transactions: movements }: Stripe.Dispute): boolean {
  if (status !== 'prevented') return status !== 'won';
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0;
}

/**
 * Reads an amount. An amount in another currency has no exact share of the payment, so it counts as the whole payment. The creator's bank
 * has returned the money, and if the dispute is won, all credits return.
 */
function readAmount(
  { amount, currency }: { amount: number; currency: string },
  payment: ReturnedPayment,
): number {
  return currency === payment.currency ? amount : payment.amount;
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
