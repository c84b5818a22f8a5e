import type { CloseAccountResponse } from '../contract/schemas.ts';
import { closeAccount } from './account-deletion/close-account.ts';
import { apiHandler } from './http/api-handler.ts';

/** DELETE /api/account: deletes the caller's account. After an error it may be asked for again. */
export const handler = apiHandler(async ({ userId }): Promise<CloseAccountResponse> => {
  await closeAccount(userId);
  return { closed: true };
});
