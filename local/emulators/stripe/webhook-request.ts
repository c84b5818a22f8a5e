import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';
import type { DeliveryAttempt } from './store.ts';

/** Where signed events are sent. */
export interface Webhook {
  url: string;
  secret: string;
}

const TIMEOUT_MS = 10_000;

/** Sends an event once. A redirect is a failure, as it is for Stripe. */
export async function postEvent(
  event: StripeEvent,
  { url, secret }: Webhook,
  now: () => number,
  closing: AbortSignal,
): Promise<DeliveryAttempt> {
  const at = now();
  const body = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, secret, Math.floor(at / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closing]),
    });
    await response.arrayBuffer();
    return { at, status: response.status };
  } catch (error) {
    return { at, status: null, problem: describeFailure(error) };
  }
}

/**
 * An HMAC-SHA256 of `{timestamp}.{raw body}` with the endpoint's secret
 * (https://docs.stripe.com/webhooks, "Verify webhook signatures manually").
 */
function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** The message of `fetch` is only "fetch failed"; its cause has the reason. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
