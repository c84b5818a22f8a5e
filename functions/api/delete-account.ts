import { deleteAccountSchemas } from '#contract/endpoints/account-export.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { apiHandler } from './http/api-handler.ts';

/** DELETE /api/account: deletes the caller's account. A caller may repeat the request after an error. */
export const handler = apiHandler('deleteAccount', deleteAccountSchemas, async (caller) => {
  await deleteAccount(caller.userId, caller.authenticatedAt);
  return { closed: true };
});
