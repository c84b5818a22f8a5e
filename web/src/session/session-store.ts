import { createStore } from '../lib/store.ts';
import { hasStoredSignIn } from './stored-sign-in.ts';

export interface User {
  id: string;
  /** Empty when the token has no address. */
  email: string;
}

export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User };

export const VISITOR: Session = { status: 'visitor' };
export const LOADING: Session = { status: 'loading' };

/** The browser's storage says at the first read if there is a session to load. */
const store = createStore<Session>(() => (hasStoredSignIn() ? LOADING : VISITOR));

/** The session of this tab. Events of Cognito write it, the whole site reads it. */
export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,

  set(session: Session): void {
    const before = sessionStore.get();
    if (
      before.status === 'signed-in' &&
      session.status === 'signed-in' &&
      isSameUser(before.user, session.user)
    )
      return;
    store.set(session);
  },
};

const isSameUser = (a: User, b: User) => a.id === b.id && a.email === b.email;

/** Waits until the session has loaded. Resolves to undefined for a visitor. */
export function waitForUser(): Promise<User | undefined> {
  return new Promise((resolve) => {
    const check = () => {
      const session = sessionStore.get();
      if (session.status === 'loading') return;
      unsubscribe();
      resolve(session.status === 'signed-in' ? session.user : undefined);
    };
    const unsubscribe = sessionStore.subscribe(check);
    check();
  });
}

/** Returns undefined for a visitor, and while the session is loading. */
export function readUserId(): string | undefined {
  const session = sessionStore.get();
  return session.status === 'signed-in' ? session.user.id : undefined;
}

export const isSignedInAs = (userId: string): boolean => readUserId() === userId;
