import { Amplify } from 'aws-amplify';
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type TestPool,
  NEW_PASSWORD,
  PASSWORD,
  POOL_ID,
  newEmail,
  startTestPool,
  WRONG_PASSWORD,
} from './cognito-pool.ts';

const ROTATING = 'rotating-client';
/** For tests of what follows the sign-in: SRP takes Amplify a quarter of a second. */
const WITHOUT_SRP = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
let pool: TestPool;

beforeAll(async () => {
  pool = await startTestPool();
  pool.cognito.createUserPoolClient(ROTATING, {
    ...CLIENT,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
    RefreshTokenRotation: { Feature: 'ENABLED' },
  });
  use(CLIENT_ID);
});
afterEach(() => signOut());
afterAll(() => pool.close());

/** Configures Amplify as the site does, with storage in memory instead of the browser's. */
function use(userPoolClientId: string): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: POOL_ID,
        userPoolClientId,
        userPoolEndpoint: pool.cognito.endpoint,
        loginWith: { email: true },
      },
    },
  });
  const stored = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: (key, value) => Promise.resolve(void stored.set(key, value)),
    getItem: (key) => Promise.resolve(stored.get(key) ?? null),
    removeItem: (key) => Promise.resolve(void stored.delete(key)),
    clear: () => {
      stored.clear();
      return Promise.resolve();
    },
  });
}

test('Amplify signs up, confirms and signs in with SRP', async () => {
  const username = newEmail();

  const signedUp = await signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { email: username } },
  });
  expect(signedUp.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 's***@e***', deliveryMedium: 'EMAIL', attributeName: 'email' },
  });
  const first = pool.findCode(username);
  await resendSignUpCode({ username });
  await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  await confirmSignUp({ username, confirmationCode: pool.findCode(username) });

  // The case of the address does not matter.
  const signedIn = await signIn({ username: username.toUpperCase(), password: PASSWORD });
  expect(signedIn).toEqual({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
  const user = await getCurrentUser();
  expect(user.userId).toBe(signedUp.userId);
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload).toMatchObject({ email: username, email_verified: true, aud: CLIENT_ID });
  await expect(fetchUserAttributes()).resolves.toMatchObject({ email: username, sub: user.userId });
});

test('Amplify signs in automatically after the confirmation', async () => {
  const username = newEmail();
  await signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { email: username }, autoSignIn: true },
  });
  const { nextStep } = await confirmSignUp({ username, confirmationCode: pool.findCode(username) });
  expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  await expect(autoSignIn()).resolves.toMatchObject({ isSignedIn: true });
});

test('Amplify gets the same error for a wrong password and for an unknown user', async () => {
  const username = await pool.createUser();
  const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
  await expect(signIn({ username, password: WRONG_PASSWORD })).rejects.toMatchObject(refusal);
  await expect(signIn({ username: newEmail(), password: PASSWORD })).rejects.toMatchObject(refusal);
});

test('Amplify asks an unconfirmed user to confirm, once the password is right', async () => {
  const username = await pool.signUp();
  await expect(signIn({ username, password: WRONG_PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  const { nextStep } = await signIn({ username, password: PASSWORD });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
});

test('Amplify signs in with a code by e-mail after a wrong one', async () => {
  const username = await pool.createUser();
  const { nextStep } = await signIn({
    username,
    options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
  });
  expect(nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { destination: 's***@e***' },
  });
  await expect(confirmSignIn({ challengeResponse: 'no code' })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  const done = await confirmSignIn({ challengeResponse: pool.findCode(username) });
  expect(done.isSignedIn).toBe(true);
});

test('Amplify signs in with USER_PASSWORD_AUTH', async () => {
  const username = await pool.createUser();
  const done = await signIn({
    username,
    password: PASSWORD,
    options: { authFlowType: 'USER_PASSWORD_AUTH' },
  });
  expect(done.isSignedIn).toBe(true);
});

test('Amplify resets a forgotten password, and the old one is refused', async () => {
  const username = await pool.createUser();
  const { nextStep } = await resetPassword({ username });
  expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
  const newPassword = NEW_PASSWORD;
  await confirmResetPassword({ username, confirmationCode: pool.findCode(username), newPassword });

  await expect(signIn({ username, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(signIn({ username, password: newPassword })).resolves.toMatchObject({ isSignedIn: true });
});

test.each([CLIENT_ID, ROTATING])('Amplify refreshes the tokens of the client %s', async (clientId) => {
  use(clientId);
  const username = await pool.createUser();
  await signIn({ username, password: PASSWORD, options: WITHOUT_SRP });
  const before = await fetchAuthSession();
  const after = await fetchAuthSession({ forceRefresh: true });
  const again = await fetchAuthSession({ forceRefresh: true });

  expect(after.tokens?.accessToken.payload['origin_jti']).toBe(
    before.tokens?.accessToken.payload['origin_jti'],
  );
  const ids = [before, after, again].map(({ tokens }) => tokens?.accessToken.payload.jti);
  expect(new Set(ids).size).toBe(3);
  use(CLIENT_ID);
});

test('Amplify signs out on every device', async () => {
  const username = await pool.createUser();
  const elsewhere = await pool.signIn(username);
  await signIn({ username, password: PASSWORD, options: WITHOUT_SRP });
  await signOut({ global: true });
  await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
  expect(elsewhere.access).not.toBe('');
  await expect(pool.getUser(elsewhere.access)).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
});

test('Amplify deletes a user, whose address can sign up again', async () => {
  const username = await pool.createUser();
  await signIn({ username, password: PASSWORD, options: WITHOUT_SRP });
  await deleteUser();
  await expect(signIn({ username, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(signUp({ username, password: PASSWORD })).resolves.toMatchObject({ isSignUpComplete: false });
});
