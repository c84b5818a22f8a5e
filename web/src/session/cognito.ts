// Amplify's session. It is loaded for signed-in users and on the sign-in page.
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { SiteConfig } from '#contract/site-config.ts';
import { sessionStore, VISITOR } from './session-store.ts';
import type { Session } from './session-store.ts';
import { loadUserCode } from './user-code.ts';

export { signOut };

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: SiteConfig): void {
  // Amplify warns about a user pool that is not Amazon's. The embedded cloud has one on purpose.
  if (userPoolEndpoint !== undefined) ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        loginWith: { email: true },
        // Only the user pool checks the password policy. Without this Amplify's forms apply a policy of their own.
        passwordFormat: { minLength: 0 },
        ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      },
    },
  });
  // Sign-in, sign-out, token refresh and its failure, in this tab: read the session again.
  Hub.listen('auth', () => void updateSession());
}

/**
 * Refreshes an expired token. Returns undefined for a visitor.
 * @param userId the user whose token it must be
 * @throws Error when another user has signed in meanwhile, e.g. in another tab
 */
export async function readIdToken(userId?: string): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  const sub = tokens?.idToken?.payload.sub;
  if (userId !== undefined && sub !== undefined && sub !== userId)
    throw new Error('Another user has signed in.');
  return tokens?.idToken?.toString();
}

/** Counts the reads of the session in the order of their beginnings. */
let begunReads = 0;
/** The read whose session the store has. */
let shownRead = 0;

/** Reads the session. A read that began before another one, e.g. before a sign-out, never replaces its result. */
export async function updateSession(): Promise<void> {
  const number = (begunReads += 1);
  try {
    const session = await readSession();
    if (number < shownRead) return;
    shownRead = number;
    sessionStore.set(session);
  } catch {
    // Cognito did not respond. Keep a known session; end a session that is still loading.
    if (sessionStore.get().status === 'loading') sessionStore.set(VISITOR);
  }
}

async function readSession(): Promise<Session> {
  const { tokens } = await fetchAuthSession();
  const { sub, email } = tokens?.idToken?.payload ?? {};
  if (sub === undefined) return VISITOR;
  await loadUserCode();
  return { status: 'signed-in', user: { id: sub, email: typeof email === 'string' ? email : '' } };
}
