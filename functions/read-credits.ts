import { readCredits } from './accounts/read-credits.ts';
import { apiHandler } from './http/api-handler.ts';

/** GET /api/credits: reads the caller's balance. */
export const handler = apiHandler('readCredits', readCredits);
