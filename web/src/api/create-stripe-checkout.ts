import { ROUTES } from '../../../contract/routes.ts';
import type { CreateStripeCheckoutRequest, CreateStripeCheckoutResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** Longer than API Gateway waits itself, so that its answer is heard. */
const TIMEOUT_MS = 35_000;

/** The address of the page to pay on. Undefined when the answer holds none. */
export async function createStripeCheckout(
  order: CreateStripeCheckoutRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await request(ROUTES.createStripeCheckout, { body: order, signal, timeoutMs: TIMEOUT_MS });
  const checkoutUrl = (answer as Partial<CreateStripeCheckoutResponse> | null)?.checkoutUrl;
  return typeof checkoutUrl === 'string' && checkoutUrl !== '' ? checkoutUrl : undefined;
}
