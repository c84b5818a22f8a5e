import { LONG_TIMEOUT_MS, request } from './request.ts';

/** Deletes the signed-in user's account. The user may repeat it after an error. */
export async function deleteAccount(): Promise<void> {
  await request('deleteAccount', {}, { timeoutMs: LONG_TIMEOUT_MS });
}
