import { readCreditsSchemas } from '#contract/endpoints/schemas.ts';
import { readCredits } from '../accounts/read-credits.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';

/** GET /api/credits: reads the caller's balance. */
export const handler = publicHandler(
  'readCredits',
  readCreditsSchemas,
  apiHandler('readCredits', readCreditsSchemas, readCredits),
);
