import { listPurchasesSchemas } from '#contract/endpoints/purchase-schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPurchases } from '../credits/purchases/purchases-table.ts';

/** GET /api/purchases: lists the caller's purchases, newest first. */
export const handler = apiHandler('listPurchases', listPurchasesSchemas, async ({ userId }) => ({
  purchases: await listPurchases(userId),
}));
