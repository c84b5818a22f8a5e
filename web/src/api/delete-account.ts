import { LONG_TIMEOUT_MS, request } from './request.ts';

/**
 * Deletes the signed-in user's account. The user may repeat it after an error.
 * @param token the ID token of a sign-in within the last five minutes.
 */
export async function deleteAccount(token: string): Promise<void> {
  await request('deleteAccount', {}, { timeoutMs: LONG_TIMEOUT_MS, token });
}
