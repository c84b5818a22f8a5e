import type { SignInState } from '../lib/come-back.ts';
import { notify } from '../ui/notify.ts';
import { loadCognito } from './load-cognito.ts';
import { isSignedInAs, sessionStore } from './session-store.ts';
import type { Session } from './session-store.ts';

/** One id for the messages about the end of a session, so that only the last one is visible. */
export const SESSION_END_TOAST = { id: 'session-ended' };

/** The sessions whose user has asked for their end, with the state of the sign-in page that follows. */
const askedToEnd = new WeakMap<Session, SignInState>();

/** Returns the state of the sign-in page after a session. Undefined if its user has not asked for the end. */
export const readEndState = (session: Session): SignInState | undefined => askedToEnd.get(session);

/**
 * Remembers that the user asks for the end of the session. A 401 of a request that is in flight then has no message.
 * @param state of the sign-in page that follows
 * @returns a function that takes it back, when the session could not be ended
 */
export function askToEndSession(state: SignInState = {}): () => void {
  const session = sessionStore.get();
  askedToEnd.set(session, state);
  return () => void askedToEnd.delete(session);
}

/**
 * Signs out because the API no longer accepts the session. The user's data stays for their next sign-in.
 * @param session the session that the refused request began with
 */
export async function expireSession(reason: string, session: Session): Promise<void> {
  const isOver = session.status === 'signed-in' && !isSignedInAs(session.user.id);
  if (isOver || askedToEnd.has(session)) return;
  notify.error(reason, SESSION_END_TOAST);
  const { signOut } = await loadCognito();
  await signOut();
}
