import { API_ERRORS } from '../../../contract/errors.ts';
import { notify } from '../ui/notify.ts';
import { loadCognito } from './load-cognito.ts';

/** The API no longer takes this session: says so once, and signs out, which leads to the sign-in page. */
export async function expireSession(): Promise<void> {
  notify.error(API_ERRORS.unauthorized.message, { id: 'session-ended' });
  const { signOut } = await loadCognito();
  await signOut();
}
