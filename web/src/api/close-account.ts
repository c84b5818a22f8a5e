import { ROUTES } from '../../../contract/routes.ts';
import { request } from './request.ts';

/** Longer than API Gateway waits itself, so that its answer is heard. */
const TIMEOUT_MS = 35_000;

/** Deletes the signed-in user's account. After an error it may be asked for again. */
export async function closeAccount(): Promise<void> {
  await request(ROUTES.closeAccount, { timeoutMs: TIMEOUT_MS });
}
