import type { ListPurchasesResponse } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPurchases } from './payments/purchases-table.ts';

/** GET /api/purchases: what the caller has bought, newest first. */
export const handler = apiHandler(async ({ userId }): Promise<ListPurchasesResponse> => {
  return { purchases: await listPurchases(userId) };
});
