import type { CreateStripeCheckoutRequest } from '../../../contract/purchase-schemas.ts';
import { LONG_TIMEOUT_MS, request } from './request.ts';

/** Opens a checkout session and returns the URL of its page, or undefined when the response has none. */
export async function createStripeCheckout(
  body: CreateStripeCheckoutRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = { signal, timeoutMs: LONG_TIMEOUT_MS };
  const response: unknown = await request('createStripeCheckout', { body }, options);
  const { checkoutUrl } = { ...(response as { checkoutUrl?: unknown } | null) };
  return typeof checkoutUrl === 'string' && checkoutUrl !== '' ? checkoutUrl : undefined;
}
