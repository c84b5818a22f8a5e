import { deleteAccountSchemas } from '#contract/endpoints/account-export.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { apiHandler } from './http/api-handler.ts';

/** DELETE /api/account: deletes the caller's account. A caller may repeat the request after an error. */
export const handler = apiHandler(
  'deleteAccount',
  deleteAccountSchemas,
  async ({ userId, authenticatedAt }) => {
    // A token outlives the account, and each request repeats the calls of Stripe, S3 and Cognito. The limit keeps one user from using up
    // the rate limits of these services.
    await deleteAccount(userId, { authenticatedAt, count: () => enforceRateLimit('deletions', userId) });
    return { closed: true };
  },
);
