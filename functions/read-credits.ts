import type { ReadCreditsResponse } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { readCredits } from './ledger/account.ts';

/** GET /api/credits: the caller's balance. */
export const handler = apiHandler(async ({ userId }): Promise<ReadCreditsResponse> => {
  return { credits: await readCredits(userId) };
});
