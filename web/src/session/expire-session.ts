import { notify } from '../ui/notify.ts';
import { loadCognito } from './load-cognito.ts';
import { isAskedToEnd, SESSION_END_TOAST } from './session-end.ts';
import { isSignedInAs } from './session-store.ts';
import type { Session } from './session-store.ts';

/**
 * Signs out because the API no longer accepts the session. The user's data stays for their next sign-in.
 * @param session the session that the refused request began with
 */
export async function expireSession(reason: string, session: Session): Promise<void> {
  // A request that began after the end fails only because of the end, so the first reason stays.
  const isOver =
    session.status === 'visitor' || (session.status === 'signed-in' && !isSignedInAs(session.user.id));
  if (isOver || isAskedToEnd(session)) return;
  notify.error(reason, SESSION_END_TOAST);
  const { signOut } = await loadCognito();
  await signOut();
}
