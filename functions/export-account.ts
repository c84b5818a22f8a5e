import { exportAccount } from './privacy/export-account.ts';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';

/** GET /api/account/export: returns one page of the caller's data. */
export const handler = apiHandler('exportAccount', async ({ query, user, ...caller }) => {
  await enforceRateLimit(query.cursor === undefined ? 'exports' : 'exportPages', caller.userId);
  return exportAccount(caller, user, query.cursor);
});
