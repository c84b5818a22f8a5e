import { requireOpen } from './accounts/require-open.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPurchases } from './purchases/purchases-table.ts';

/** GET /api/purchases: lists the caller's purchases, newest first. */
export const handler = apiHandler('listPurchases', async (caller) => {
  await requireOpen(caller);
  return { purchases: await listPurchases(caller.userId) };
});
