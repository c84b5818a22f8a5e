import type { ListPurchasesResponse } from '../contract/schemas.ts';
import { requireOpen } from './accounts/require-open.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPurchases } from './payments/purchases-table.ts';

/** GET /api/purchases: what the caller has bought, newest first. */
export const handler = apiHandler(async ({ userId }): Promise<ListPurchasesResponse> => {
  await requireOpen(userId);
  return { purchases: await listPurchases(userId) };
});
