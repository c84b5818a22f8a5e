import type { Clock } from '../clock.ts';
import type { StripeEvent } from '../objects.ts';
import type { Attempt } from '../store.ts';
import { signatureHeader } from './signature.ts';

/** Where signed events go. */
export interface Webhook {
  url: string;
  secret: string;
}

/** An endpoint that takes longer has failed. */
const PATIENCE_MS = 10_000;

/** Posts an event once. A redirect is a failure, as it is for Stripe. */
export async function sendEvent(
  event: StripeEvent,
  { url, secret }: Webhook,
  clock: Clock,
  signedSecondsAgo: number,
  closing: AbortSignal,
): Promise<Attempt> {
  const at = clock.now();
  const body = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(at / 1000) - signedSecondsAgo;
  const late = new AbortController();
  const cancelTimeout = clock.after(PATIENCE_MS, () => late.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, secret, timestamp),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, closing]),
    });
    await response.arrayBuffer();
    return { at, url, status: response.status };
  } catch (error) {
    return {
      at,
      url,
      status: null,
      problem: late.signal.aborted ? 'no answer within 10 s' : reasonOf(error),
    };
  } finally {
    cancelTimeout();
  }
}

/** `fetch` says only that it failed; why is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
