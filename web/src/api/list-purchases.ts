import type { PurchaseSummary } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** The newest first. One that cannot be shown is left out rather than taking the others with it. */
export async function listPurchases(signal: AbortSignal): Promise<PurchaseSummary[]> {
  const { purchases } = await request('listPurchases', {}, { signal });
  return purchases.filter(canBeShown);
}

const canBeShown = ({ amount, currency, createdAt }: PurchaseSummary) =>
  Number.isFinite(amount) && /^[a-z]{3}$/i.test(currency) && !Number.isNaN(Date.parse(createdAt));
