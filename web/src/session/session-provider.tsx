import { createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { comeBackTo } from '../lib/come-back.ts';
import { PATHS } from '../lib/paths.ts';
import { readEndState } from './session-end.ts';
import { loadCognito } from './load-cognito.ts';
import { sessionStore, VISITOR } from './session-store.ts';
import type { Session } from './session-store.ts';
import { hasStoredSignIn, isSignInKey } from './stored-sign-in.ts';

const SessionContext = createContext<Session>(VISITOR);

export const useSession = (): Session => use(SessionContext);

/** Returns undefined for a visitor, and while the session is loading. */
export function useUserId(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : undefined;
}

interface SessionProviderProps {
  /** The session of the prerendered page, for hydration. @default a visitor's */
  prerenderedSession?: Session | undefined;
  children: ReactNode;
}

/** Provides the session, and opens the sign-in page when it ends. */
export function SessionProvider({ prerenderedSession = VISITOR, children }: SessionProviderProps) {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => prerenderedSession);
  useSignInPageAfterSession(session);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Loads the session and observes it in this tab and in others. Render it inside the Suspense boundary of the pages: the
 * session must not change before React has hydrated the prerendered page.
 */
export function SessionObserver() {
  useEffect(() => {
    if (hasStoredSignIn()) void loadSession();

    const removed = new AbortController();
    const { signal } = removed;
    addEventListener('storage', ({ key }) => isSignInKey(key) && void loadSession(), { signal });
    // A page that Back brings from the browser's cache has missed what happened meanwhile.
    addEventListener('pageshow', ({ persisted }) => persisted && void loadSession(), { signal });
    return () => removed.abort();
  }, []);
  return null;
}

async function loadSession() {
  try {
    const { updateSession } = await loadCognito();
    await updateSession();
  } catch {
    // Amplify or the settings could not be loaded. The sign-in page tries again.
    if (sessionStore.get().status === 'loading') sessionStore.set(VISITOR);
  }
}

/** The sign-in leads back to the page, unless the user asked for the end of the session. */
function useSignInPageAfterSession(session: Session) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const last = useRef(session);
  const open = useEffectEvent((ended: Session) => {
    const state = readEndState(ended) ?? comeBackTo(pathname + search);
    void navigate(PATHS.auth, { state });
  });
  useEffect(() => {
    const ended = last.current;
    last.current = session;
    if (ended.status === 'signed-in' && session.status === 'visitor') open(ended);
  }, [session]);
}
