import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PATHS } from '../app/paths.ts';
import { loadCognito } from './load-cognito.ts';
import { SessionContext } from './session-context.ts';
import { sessionStore, VISITOR } from './session-store.ts';
import type { Session } from './session-store.ts';
import { hasStoredSignIn, isSignInKey } from './stored-sign-in.ts';

interface SessionProviderProps {
  /** What the prerendered page shows; the browser's own word follows at once. @default a visitor's */
  firstSession?: Session | undefined;
  children: ReactNode;
}

/** Tells the site who is using it, and leads to the sign-in page when the session ends. */
export function SessionProvider({ firstSession = VISITOR, children }: SessionProviderProps) {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => firstSession);
  useSignInPageAtTheEnd(session.status);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Loads the session, and follows it in this tab and the others. Place it beside the pages, inside their Suspense: the
 * session must not change before React has taken the prerendered page over.
 */
export function SessionFollower() {
  useEffect(() => {
    if (hasStoredSignIn()) void follow();

    const onStorage = ({ key }: StorageEvent) => {
      if (isSignInKey(key)) void follow();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  return null;
}

async function follow() {
  try {
    const { followSession } = await loadCognito();
    await followSession();
  } catch {
    // Amplify or the settings could not be fetched: a visitor, until the sign-in page tries again.
    if (sessionStore.get().status === 'loading') sessionStore.set(VISITOR);
  }
}

function useSignInPageAtTheEnd(status: Session['status']) {
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (wasSignedIn.current && status === 'visitor') void navigate(PATHS.auth);
    wasSignedIn.current = status === 'signed-in';
  }, [status, navigate]);
}
