import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PATHS } from '../app/paths.ts';
import { loadCognito } from './load-cognito.ts';
import { SessionContext } from './session-context.ts';
import { sessionStore, VISITOR } from './session-store.ts';
import { hasStoredSignIn, isSignInKey } from './stored-sign-in.ts';

/** Loads the session, follows it in this tab and the others, and leads to the sign-in page when it ends. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => VISITOR);
  useFollowedSession();
  useSignInPageAtTheEnd(session.status);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useFollowedSession() {
  useEffect(() => {
    if (hasStoredSignIn()) void follow();

    const onStorage = ({ key }: StorageEvent) => {
      if (isSignInKey(key)) void follow();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
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

function useSignInPageAtTheEnd(status: (typeof VISITOR)['status']) {
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (wasSignedIn.current && status === 'visitor') void navigate(PATHS.auth);
    wasSignedIn.current = status === 'signed-in';
  }, [status, navigate]);
}
