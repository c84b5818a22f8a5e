import type { SignInState } from '../lib/come-back.ts';
import { sessionStore } from './session-store.ts';
import type { Session } from './session-store.ts';

/** One id for the messages about the end of a session, so that only the last one is visible. */
export const SESSION_END_TOAST = { id: 'session-ended' };

/** The sessions whose user has asked for their end, with the state of the sign-in page that follows. */
const askedToEnd = new WeakMap<Session, SignInState>();

/** Returns the state of the sign-in page after a session. Undefined if its user has not asked for the end. */
export const readEndState = (session: Session): SignInState | undefined => askedToEnd.get(session);

/** True if the user of a session has asked for its end. */
export const isAskedToEnd = (session: Session): boolean => askedToEnd.has(session);

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
