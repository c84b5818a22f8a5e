import type Stripe from 'stripe';
import type { Payment, Taking } from './payment.ts';
import { stripeClient } from './stripe-client.ts';
import type { Subject } from './stripe-event.ts';

const EXPAND = ['line_items', 'payment_intent.latest_charge'];

/** Stripe API reference, "The Dispute object": an inquiry has taken no money yet, and may still become a dispute. */
const INQUIRY: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'warning_needs_response',
  'warning_under_review',
]);
const FALLEN: ReadonlySet<Stripe.Dispute.Status> = new Set(['won', 'warning_closed', 'prevented']);

/** Enough for one payment: Stripe allows a handful of partial refunds, and a second page would be another payment's. */
const PAGE = { limit: 100 };

/**
 * Asks Stripe how a payment stands now.
 * @returns undefined for a payment that did not come through our checkout.
 * @throws Stripe's errors as they are.
 */
export async function readPayment(
  subject: Exclude<Subject, { kind: 'other' }>,
): Promise<Payment | undefined> {
  const stripe = await stripeClient();
  const session = await findSession(stripe, subject);
  const userId = session?.client_reference_id ?? undefined;
  if (session === undefined || userId === undefined) return undefined;

  const paymentIntent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const [refunds, disputes] = paymentIntent === null ? [[], []] : await takingsOf(stripe, paymentIntent.id);
  return {
    sessionId: session.id,
    userId,
    priceId: onlyPrice(session),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    createdAt: new Date(session.created * 1_000).toISOString(),
    status: statusOf(session, paymentIntent),
    receiptUrl: receiptOf(paymentIntent),
    refunds,
    disputes,
  };
}

async function findSession(
  stripe: Stripe,
  subject: Exclude<Subject, { kind: 'other' }>,
): Promise<Stripe.Checkout.Session | undefined> {
  if (subject.kind === 'session') {
    return stripe.checkout.sessions.retrieve(subject.sessionId, { expand: EXPAND });
  }
  const { data } = await stripe.checkout.sessions.list({
    payment_intent: subject.paymentIntentId,
    limit: 1,
    expand: EXPAND.map((path) => `data.${path}`),
  });
  return data[0];
}

async function takingsOf(stripe: Stripe, paymentIntentId: string): Promise<[Taking[], Taking[]]> {
  const query = { payment_intent: paymentIntentId, ...PAGE };
  const [refunds, disputes] = await Promise.all([stripe.refunds.list(query), stripe.disputes.list(query)]);
  // Stripe lists the newest first; shares are worked out from the oldest on.
  return [
    refunds.data.toReversed().map(({ id, amount, status }) => ({
      id,
      amount,
      stands: status !== 'failed' && status !== 'canceled',
    })),
    disputes.data
      .toReversed()
      .filter(({ status }) => !INQUIRY.has(status))
      .map(({ id, amount, status }) => ({ id, amount, stands: !FALLEN.has(status) })),
  ];
}

function onlyPrice({ line_items: items }: Stripe.Checkout.Session): string | undefined {
  const [item, ...others] = items?.data ?? [];
  return others.length === 0 && item?.quantity === 1 ? item.price?.id : undefined;
}

function statusOf(
  session: Stripe.Checkout.Session,
  paymentIntent: Stripe.PaymentIntent | null,
): Payment['status'] {
  if (session.payment_status === 'paid') return 'paid';
  const asksAnew = paymentIntent?.status === 'requires_payment_method';
  return asksAnew || paymentIntent?.status === 'canceled' ? 'failed' : 'unpaid';
}

function receiptOf(paymentIntent: Stripe.PaymentIntent | null): string | undefined {
  const charge = paymentIntent?.latest_charge;
  return typeof charge === 'object' ? (charge?.receipt_url ?? undefined) : undefined;
}
