import { notify } from '../ui/notify.ts';
import { loadCognito } from './load-cognito.ts';

/** What is said at the end of a session, once: a later message takes the place of an earlier one. */
export const SESSION_ENDED = { id: 'session-ended' };

/** The API no longer takes this session: says why, and signs out, which leads to the sign-in page. */
export async function expireSession(reason: string): Promise<void> {
  notify.error(reason, SESSION_ENDED);
  const { signOut } = await loadCognito();
  await signOut();
}
