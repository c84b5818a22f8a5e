import { Amplify, createAmplifyContext } from 'aws-amplify';
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core';
import { confirmSignIn, fetchAuthSession, signIn } from 'aws-amplify/auth';
import { sharedInMemoryStorage } from 'aws-amplify/utils';
import { loadCognito } from './load-cognito.ts';

/**
 * A sign-in beside the session of the page: it keeps its tokens in memory only, and a wrong password does not end the
 * session. Its ID token proves that the user is present.
 */

/** @returns the ID token. @throws the service's error, e.g. for a wrong password. */
export async function signInAgain(email: string, password: string): Promise<string> {
  const context = await createContext();
  await signIn(context, { username: email, password });
  return readIdToken(context);
}

/** Sends a code. @returns a function that signs in with it and returns the ID token. */
export async function sendSignInCode(email: string): Promise<(code: string) => Promise<string>> {
  const context = await createContext();
  await signIn(context, {
    username: email,
    options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
  });
  return async (code) => {
    await confirmSignIn(context, { challengeResponse: code });
    return readIdToken(context);
  };
}

type Context = ReturnType<typeof createAmplifyContext>;

async function createContext(): Promise<Context> {
  await loadCognito();
  await sharedInMemoryStorage.clear();
  const { Auth } = Amplify.getConfig();
  if (Auth === undefined) throw new Error('Amplify is not configured.');
  const tokenProvider = createUserPoolsTokenProvider(Auth, sharedInMemoryStorage);
  return createAmplifyContext({ Auth }, { Auth: { tokenProvider } });
}

async function readIdToken(context: Context): Promise<string> {
  const { tokens } = await fetchAuthSession(context);
  await sharedInMemoryStorage.clear();
  if (tokens?.idToken === undefined) throw new Error('The sign-in is not complete.');
  return tokens.idToken.toString();
}
