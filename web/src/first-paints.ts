import { LOADING, VISITOR } from './session/session-store.ts';
import type { Session } from './session/session-store.ts';

/**
 * What index.html brings of the home page before any script has run: for a visitor, and for someone who may be signed
 * in. The id of each one's container, and the session that it shows. The style sheet hides one of them.
 */
export const FIRST_PAINTS = { 'visitor-home': VISITOR, 'account-home': LOADING } as const satisfies Record<
  string,
  Session
>;

/** The one that this browser shows. */
export const shownFirst = (): keyof typeof FIRST_PAINTS =>
  'account' in document.documentElement.dataset ? 'account-home' : 'visitor-home';
