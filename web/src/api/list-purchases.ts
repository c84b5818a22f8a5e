import type { PurchaseSummary } from '../../../contract/purchase-schemas.ts';
import { request } from './request.ts';
import { useUserQuery } from './use-query.ts';

/** Lists the newest purchases first. Omits a purchase with values that cannot be formatted. */
export async function listPurchases(signal?: AbortSignal): Promise<PurchaseSummary[]> {
  const { purchases } = await request('listPurchases', {}, { signal });
  return purchases.filter(isDisplayable);
}

export const usePurchases = (userId: string | undefined) =>
  useUserQuery('purchases', userId, () => listPurchases());

const isDisplayable = ({ amount, currency, createdAt }: PurchaseSummary) =>
  Number.isFinite(amount) && /^[a-z]{3}$/i.test(currency) && !Number.isNaN(Date.parse(createdAt));
