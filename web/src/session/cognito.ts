// The only file that brings Amplify's authentication in. It is loaded when someone is, or wants to be, signed in.
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { SiteConfig } from '../../../contract/site-config.ts';
import { sessionStore, VISITOR } from './session-store.ts';
import type { Session } from './session-store.ts';

export { signOut };

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: SiteConfig): void {
  // Amplify warns of every user pool that is not Amazon's own; the embedded cloud's is meant.
  if (userPoolEndpoint !== undefined) ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        loginWith: { email: true },
        // The user pool alone judges a password. Without this Amplify's forms have a rule of their own.
        passwordFormat: { minLength: 0 },
        ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      },
    },
  });
  // Signed in or out, here or in another tab, a refresh or its failure: whatever happened, ask who is there now.
  Hub.listen('auth', () => void followSession());
}

/** Undefined when nobody is signed in. Refreshes the token when it has run out. */
export async function readIdToken(): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken?.toString();
}

export async function followSession(): Promise<void> {
  try {
    sessionStore.set(await readSession());
  } catch {
    // Cognito did not answer. A session that was there is kept; one that was being loaded is given up.
    if (sessionStore.get().status === 'loading') sessionStore.set(VISITOR);
  }
}

async function readSession(): Promise<Session> {
  const { tokens } = await fetchAuthSession();
  const { sub, email } = tokens?.idToken?.payload ?? {};
  if (sub === undefined) return VISITOR;
  return { status: 'signed-in', user: { id: sub, email: typeof email === 'string' ? email : '' } };
}
