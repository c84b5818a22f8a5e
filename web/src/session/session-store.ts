import { hasStoredSignIn } from './stored-sign-in.ts';

export interface User {
  id: string;
  email: string;
}

export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User };

export const VISITOR: Session = { status: 'visitor' };
export const LOADING: Session = { status: 'loading' };

let current: Session | undefined;
const listeners = new Set<() => void>();

/** Who is using the site in this tab. Written by Cognito's events, read by the whole site. */
export const sessionStore = {
  get: (): Session => (current ??= hasStoredSignIn() ? LOADING : VISITOR),

  set(session: Session): void {
    const before = sessionStore.get();
    if (
      before.status === 'signed-in' &&
      session.status === 'signed-in' &&
      sameUser(before.user, session.user)
    )
      return;
    current = session;
    for (const listener of listeners) listener();
  },

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const sameUser = (a: User, b: User) => a.id === b.id && a.email === b.email;

/** The user once it is known whether there is one. */
export function settledUser(): Promise<User | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const session = sessionStore.get();
      if (session.status === 'loading') return;
      stop();
      resolve(session.status === 'signed-in' ? session.user : undefined);
    };
    const stop = sessionStore.subscribe(look);
    look();
  });
}
