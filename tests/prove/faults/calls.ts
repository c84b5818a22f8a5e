import type { Known } from './attempt.ts';

/**
 * How many calls each operation makes to AWS and Stripe, one after the other or at the same time, with nothing in its
 * way. One more is a cost for every creator, and has to be meant.
 */
const CALLS: Readonly<Record<string, number>> = {
  welcome: 2,
  'read-credits, which opens the account': 3,
  'read-credits, which makes up the welcome': 3,
  'read-credits': 1,
  'list thumbnails': 2,
  'read a thumbnail': 2,
  'list purchases': 2,
  'grant, given': 4,
  'grant, taken': 4,
  'generate, painted': 4,
  'generate, painted by the second model': 5,
  'generate, declined': 3,
  'generate, no model free': 4,
  'generate, models broken': 4,
  'generate, without credits': 1,
  'generate, asked again': 1,
  'generate, asked again after a refusal': 1,
  'generate, which opens the account': 6,
  'checkout, the first': 5,
  'checkout, a later one': 3,
  'webhook, checkout.session.completed': 6,
  'webhook, checkout.session.completed (unpaid)': 5,
  'webhook, checkout.session.async_payment_succeeded': 6,
  'webhook, checkout.session.async_payment_failed': 5,
  'webhook, refund.created (of all, before the payment is told of)': 9,
  'webhook, charge.refunded': 9,
  'webhook, refund.updated (of a half)': 9,
  'webhook, refund.failed': 11,
  'webhook, charge.dispute.created': 9,
  'webhook, charge.dispute.closed (won)': 11,
  'webhook, charge.dispute.closed (lost)': 7,
  'close account': 11,
  'finish-closings': 13,
  'sweep, of a generation that was left behind': 6,
};

/** Operations that make another number of calls than they are said to, a sentence each. */
export function wrongCalls(known: readonly Known[]): string[] {
  return known.flatMap(({ operation: { name }, calls }) =>
    calls.length === CALLS[name]
      ? []
      : [`${name} makes ${calls.length} calls, not ${CALLS[name] ?? 'none'}: ${calls.join(', ')}`],
  );
}
