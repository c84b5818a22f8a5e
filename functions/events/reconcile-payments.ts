import type { Context } from 'aws-lambda';
import { reconcileRequest, type ReconcileReport } from '#contract/operators.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import { readPayment, type PaymentRef } from '../credits/payments/read-payment.ts';
import { reconcile } from '../credits/payments/reconcile.ts';
import { callStripe, StripeNotSetUpError } from '../credits/payments/stripe-client.ts';
import { getPaymentRef, stripeEvent } from '../credits/payments/webhook.ts';
import { errorTrace, logger } from '../platform/logger.ts';

/**
 * The age of recent events, in seconds. All events of this time are read, also if Stripe reports their delivery: without an endpoint, an
 * event may not count as undelivered. The time covers several runs of the schedule.
 */
const RECENT_SECONDS = 30 * 60;

/** The age of older events, in seconds. Stripe tries to deliver an event for three days. */
const RETRY_SECONDS = 3 * 24 * 60 * 60;

/** The time reserve, in ms. It is enough for one payment: its calls to Stripe and to the ledger. */
const RESERVE_MS = 20_000;

/**
 * Reconciles the payments of Stripe's recent events, and of older events that the webhook did not accept, so that credits need no webhook.
 * The newest events come first, until the time is over, because older events were recent in an earlier run. Idempotent, like `reconcile`. A
 * payment that fails does not stop the others.
 * @throws AggregateError after the run, if a payment failed; Stripe's errors if its events cannot be listed.
 */
async function recoverPayments(remainingMs: () => number): Promise<ReconcileReport> {
  const failures: unknown[] = [];
  let reconciled = 0;
  for (const ref of await listMissedPayments(Math.floor(Date.now() / 1_000))) {
    if (remainingMs() < RESERVE_MS) break;
    try {
      if ((await reconcileRef(ref)) !== 'unrelated') reconciled += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('payments reconciled', { reconciled, failed: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, 'Some payments were not reconciled.');
  return { reconciled, failed: 0 };
}

interface ReplayOptions {
  /** The start of the time (ISO 8601). Stripe lists the events of the last 30 days. */
  since: string;
  /** The id of the event before this slice. */
  cursor: string | undefined;
  remainingMs: () => number;
}

/**
 * Reconciles every payment that has an event since a time, newest first, until the time of this slice is over. The tables may have been
 * restored to that time, so the events that the webhook accepted are also read.
 * @throws Stripe's errors if its events cannot be listed.
 */
function replayPayments({ since, cursor, remainingMs }: ReplayOptions): Promise<ReconcileReport> {
  return callStripe(async (stripe) => {
    const report = { reconciled: 0, failed: 0, unmatched: 0 };
    const seen = new Set<string>();
    let last = cursor;
    const gte = Math.floor(Date.parse(since) / 1_000);
    const after = cursor === undefined ? {} : { starting_after: cursor };
    for await (const event of stripe.events.list({ ...LIST, created: { gte }, ...after })) {
      // Each slice handles at least one event, so that the replay ends.
      if (remainingMs() < RESERVE_MS && last !== cursor) return { ...report, cursor: last };
      last = event.id;
      const ref = getPaymentRef(stripeEvent.parse(event));
      if (ref === undefined || seen.has(JSON.stringify(ref))) continue;
      seen.add(JSON.stringify(ref));
      try {
        const outcome = await reconcileRef(ref);
        if (outcome !== 'unrelated') report[outcome] += 1;
      } catch (error) {
        report.failed += 1;
        logger.error('payment not reconciled', { eventId: event.id, ...errorTrace(error) });
      }
    }
    return report;
  });
}

/** Reconciles one payment. @returns `unrelated` if the reference does not belong to a payment of this stage. */
async function reconcileRef(ref: PaymentRef): Promise<'reconciled' | 'unmatched' | 'unrelated'> {
  const payment = await readPayment(ref);
  if (typeof payment === 'string') return 'unrelated';
  return (await reconcile(payment)) ? 'unmatched' : 'reconciled';
}

const LIST = { types: [...STRIPE_EVENTS], limit: 100 };

/**
 * Lists the payments to reconcile. @param now in seconds since 1970. @returns each payment once. The payment with the newest event comes
 * first.
 */
function listMissedPayments(now: number): Promise<PaymentRef[]> {
  return callStripe(async (stripe) => {
    const refs = new Map<string, PaymentRef>();
    for (const pages of [
      stripe.events.list({ ...LIST, created: { gte: now - RECENT_SECONDS } }),
      stripe.events.list({ ...LIST, created: { gte: now - RETRY_SECONDS }, delivery_success: false }),
    ]) {
      for await (const event of pages) {
        const ref = getPaymentRef(stripeEvent.parse(event));
        if (ref !== undefined) refs.set(JSON.stringify(ref), ref);
      }
    }
    return [...refs.values()];
  });
}

/**
 * Books the payments whose events the webhook has missed. EventBridge invokes the function every five minutes. `npm run stripe:replay`
 * invokes it slice by slice, for all payments since a time.
 * @throws a zod error for an invalid request; AggregateError after a scheduled run with failures.
 */
export async function handler(event: unknown, context: Context): Promise<ReconcileReport> {
  logger.addContext(context);
  const { since, cursor, seconds = Infinity } = reconcileRequest.parse(event);
  const end = Date.now() + Math.min(seconds * 1_000, context.getRemainingTimeInMillis());
  const remainingMs = () => end - Date.now();
  if (since !== undefined) return replayPayments({ since, cursor, remainingMs });
  try {
    return await recoverPayments(remainingMs);
  } catch (error) {
    // A stage without Stripe has no payments. An alarm about Stripe must not hide the failures of the other schedules.
    if (error instanceof StripeNotSetUpError) return { reconciled: 0, failed: 0 };
    throw error;
  }
}
