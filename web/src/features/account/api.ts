import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import type { ListCreditHistoryResponse } from '#contract/endpoints/credit-schemas.ts';
import type { ExportAccountResponse } from '#contract/endpoints/account-export.ts';
import { useUserQuery } from '../../api/use-query.ts';
import { LONG_TIMEOUT_MS, request } from '../../api/request.ts';

/** Reads all data of a user, page by page. @throws the errors of `request`, also when another user signs in meanwhile */
export async function exportAccount(userId: string): Promise<ExportAccountResponse> {
  const { cursor, ...data } = await readPage(userId);
  let next = cursor;
  while (next !== undefined) {
    const page = await readPage(userId, next);
    data.thumbnails.push(...page.thumbnails);
    data.cutouts.push(...page.cutouts);
    data.edits.push(...page.edits);
    next = page.cursor;
  }
  return data;
}

const readPage = (userId: string, cursor?: string) =>
  request('exportAccount', { query: { cursor } }, { timeoutMs: LONG_TIMEOUT_MS, userId });

/** Reads one page of what changed the user's balance, newest first. @param cursor the cursor of the previous page. */
export const readCreditHistory = (cursor?: string): Promise<ListCreditHistoryResponse> =>
  request('listCreditHistory', { query: { cursor } });

/** The keys of the public API. */
export const useApiKeys = (userId: string) => useUserQuery('keys', userId, () => request('listKeys', {}));

/** @param token the ID token of a sign-in within the last five minutes. @default the session's */
export const createApiKey = (name: string, token?: string): Promise<EndpointResponse<'createKey'>> =>
  request('createKey', { body: { name } }, { token });

export async function revokeApiKey(id: string): Promise<void> {
  await request('deleteKey', { params: { id } });
}

/**
 * Deletes the signed-in user's account. The user may repeat it after an error.
 * @param token the ID token of a sign-in within the last five minutes.
 */
export async function deleteAccount(token: string): Promise<void> {
  await request('deleteAccount', {}, { timeoutMs: LONG_TIMEOUT_MS, token });
}
