import { Amplify } from 'aws-amplify';
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttribute,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  PASSWORD,
  POOL_ID,
  someone,
  startWorld,
} from './cognito-world.ts';

const ROTATING = 'rotating-client';
/** For what comes after the sign-in: SRP takes a client in JavaScript a quarter of a second. */
const QUICKLY = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
let world: CognitoWorld;

beforeAll(async () => {
  world = await startWorld();
  world.cognito.createUserPoolClient(ROTATING, {
    ...CLIENT,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
    RefreshTokenRotation: { Feature: 'ENABLED' },
  });
  use(CLIENT_ID);
});
afterEach(() => signOut());
afterAll(() => world.close());

/** Configures Amplify as the site does, with storage in memory instead of the browser's. */
function use(userPoolClientId: string): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: POOL_ID,
        userPoolClientId,
        userPoolEndpoint: world.cognito.endpoint,
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

test('signs up, confirms and signs in with SRP', async () => {
  const username = someone();

  const signedUp = await signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { email: username } },
  });
  expect(signedUp.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 's***@e***', deliveryMedium: 'EMAIL', attributeName: 'email' },
  });
  const first = world.codeFor(username);
  await resendSignUpCode({ username });
  await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  await confirmSignUp({ username, confirmationCode: world.codeFor(username) });

  // Whatever the spelling of the address.
  const signedIn = await signIn({ username: username.toUpperCase(), password: PASSWORD });
  expect(signedIn).toEqual({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
  const user = await getCurrentUser();
  expect(user.userId).toBe(signedUp.userId);
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload).toMatchObject({ email: username, email_verified: true, aud: CLIENT_ID });
  await expect(fetchUserAttributes()).resolves.toMatchObject({ email: username, sub: user.userId });
});

test('signs in by itself after the confirmation', async () => {
  const username = someone();
  await signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { email: username }, autoSignIn: true },
  });
  const { nextStep } = await confirmSignUp({ username, confirmationCode: world.codeFor(username) });
  expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  await expect(autoSignIn()).resolves.toMatchObject({ isSignedIn: true });
});

test('refuses a wrong password and an unknown user in the same words', async () => {
  const username = await world.confirmed();
  const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
  await expect(signIn({ username, password: 'wrong password 1' })).rejects.toMatchObject(refusal);
  await expect(signIn({ username: someone(), password: PASSWORD })).rejects.toMatchObject(refusal);
});

test('sends an unconfirmed user to confirm, once the password is right', async () => {
  const username = await world.signUp();
  await expect(signIn({ username, password: 'wrong password 1' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  const { nextStep } = await signIn({ username, password: PASSWORD });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
});

test('signs in with a code by e-mail, after a slip', async () => {
  const username = await world.confirmed();
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
  const done = await confirmSignIn({ challengeResponse: world.codeFor(username) });
  expect(done.isSignedIn).toBe(true);
});

test.each(['PASSWORD', 'PASSWORD_SRP'] as const)(
  'signs in with the choice %s',
  async (preferredChallenge) => {
    const username = await world.confirmed();
    const done = await signIn({
      username,
      password: PASSWORD,
      options: { authFlowType: 'USER_AUTH', preferredChallenge },
    });
    expect(done.isSignedIn).toBe(true);
  },
);

test.each(['PASSWORD', 'PASSWORD_SRP'])('lets a person choose, then asks for the %s', async (choice) => {
  const username = await world.confirmed();
  const { nextStep } = await signIn({ username, options: { authFlowType: 'USER_AUTH' } });
  expect(nextStep).toMatchObject({
    signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
  });
  const chosen = await confirmSignIn({ challengeResponse: choice });
  expect(chosen.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_PASSWORD');
  const done = await confirmSignIn({ challengeResponse: PASSWORD });
  expect(done.isSignedIn).toBe(true);
});

test('lets a person choose the code by e-mail', async () => {
  const username = await world.confirmed();
  await signIn({ username, options: { authFlowType: 'USER_AUTH' } });
  await confirmSignIn({ challengeResponse: 'EMAIL_OTP' });
  const done = await confirmSignIn({ challengeResponse: world.codeFor(username) });
  expect(done.isSignedIn).toBe(true);
});

test('signs in with the password in clear', async () => {
  const username = await world.confirmed();
  const done = await signIn({
    username,
    password: PASSWORD,
    options: { authFlowType: 'USER_PASSWORD_AUTH' },
  });
  expect(done.isSignedIn).toBe(true);
});

test('resets a forgotten password, which ends the old one', async () => {
  const username = await world.confirmed();
  const { nextStep } = await resetPassword({ username });
  expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
  const newPassword = 'another horse 2';
  await confirmResetPassword({ username, confirmationCode: world.codeFor(username), newPassword });

  await expect(signIn({ username, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(signIn({ username, password: newPassword })).resolves.toMatchObject({ isSignedIn: true });
});

test('changes the password and the e-mail of a signed-in user', async () => {
  const username = await world.confirmed();
  await signIn({ username, password: PASSWORD, options: QUICKLY });
  await updatePassword({ oldPassword: PASSWORD, newPassword: 'another horse 2' });
  const newEmail = someone();
  await updateUserAttribute({ userAttribute: { attributeKey: 'email', value: newEmail } });
  await expect(fetchUserAttributes()).resolves.toMatchObject({ email: newEmail, email_verified: 'false' });
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: world.codeFor(newEmail) });
  await signOut();

  await expect(signIn({ username: newEmail, password: 'another horse 2' })).resolves.toMatchObject({
    isSignedIn: true,
  });
});

test.each([CLIENT_ID, ROTATING])('refreshes the tokens of %s', async (clientId) => {
  use(clientId);
  const username = await world.confirmed();
  await signIn({ username, password: PASSWORD, options: QUICKLY });
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

test('signs out everywhere', async () => {
  const username = await world.confirmed();
  const elsewhere = await world.tokensFor(username);
  await signIn({ username, password: PASSWORD, options: QUICKLY });
  await signOut({ global: true });
  await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
  expect(elsewhere.access).not.toBe('');
  await expect(world.getUser(elsewhere.access)).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
});

test('deletes a user, whose address is free again', async () => {
  const username = await world.confirmed();
  await signIn({ username, password: PASSWORD, options: QUICKLY });
  await deleteUser();
  await expect(signIn({ username, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(signUp({ username, password: PASSWORD })).resolves.toMatchObject({ isSignUpComplete: false });
});
