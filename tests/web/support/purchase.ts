import type { PurchaseState } from '../../../contract/purchase-schemas.ts';

export const purchase = (id: string, state: PurchaseState, createdAt = new Date().toISOString()) => ({
  id,
  pack: 'Starter',
  credits: 10,
  amount: 350,
  currency: 'gbp',
  state,
  createdAt,
});
