import type { ReadCreditsResponse } from '../contract/schemas.ts';
import { readCredits } from './accounts/read-credits.ts';
import { apiHandler } from './http/api-handler.ts';

/** GET /api/credits: the caller's balance. */
export const handler = apiHandler(async ({ userId, email }): Promise<ReadCreditsResponse> => {
  return { credits: await readCredits({ userId, email }) };
});
