import { LOADING, VISITOR } from './session/session-store.ts';
import type { Session } from './session/session-store.ts';

/**
 * index.html contains the home page twice: for a visitor, and for a user who may be signed in. The keys are the ids of
 * their containers, the values their sessions. The style sheet hides one of them.
 */
export const PRERENDERED_HOMES = {
  'visitor-home': VISITOR,
  'account-home': LOADING,
} as const satisfies Record<string, Session>;

/** The container that is visible in this browser. The head script has marked it. */
export const visibleHomeId = (): keyof typeof PRERENDERED_HOMES =>
  'account' in document.documentElement.dataset ? 'account-home' : 'visitor-home';
