import type { PurchaseSummary, CreateStripeCheckoutRequest } from '#contract/endpoints/purchase-schemas.ts';
import type { SWRConfiguration } from 'swr';
import { STORAGE_KEYS, userValue } from '../../lib/browser-storage.ts';
import { isObjectOf, isString } from '../../lib/guards.ts';
import { request, LONG_TIMEOUT_MS } from '../../api/request.ts';
import { useUserQuery } from '../../api/use-query.ts';

/** Lists the newest purchases first. Omits a purchase with values that cannot be formatted. */
export async function listPurchases(): Promise<PurchaseSummary[]> {
  const { purchases } = await request('listPurchases', {});
  return purchases.filter(isDisplayable);
}

export const usePurchases = (userId: string | undefined, settings?: SWRConfiguration<PurchaseSummary[]>) =>
  useUserQuery('purchases', userId, listPurchases, settings);

/** Books a payment without the webhook. The list of purchases tells the result. */
export const confirmPurchase = (id: string) =>
  request('confirmPurchase', { params: { id } }, { timeoutMs: LONG_TIMEOUT_MS });

const isDisplayable = ({ amount, currency, createdAt }: PurchaseSummary) =>
  Number.isFinite(amount) && /^[a-z]{3}$/i.test(currency) && !Number.isNaN(Date.parse(createdAt));

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

interface AwaitedPayment {
  userId: string;
  /** The checkout session's, which is also the purchase's. */
  id: string;
}

/** The payment from which this tab has returned, until it has ended. A reload goes on with it. */
export const awaitedPayment = userValue(
  STORAGE_KEYS.checkout,
  isObjectOf<AwaitedPayment>({ userId: isString, id: isString }),
);
