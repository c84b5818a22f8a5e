import { Amplify } from 'aws-amplify';
import {
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { sharedInMemoryStorage } from 'aws-amplify/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT, type TestPool, PASSWORD, POOL_ID, newEmail, startTestPool } from './cognito-pool.ts';

const ROTATING = 'rotating-client';
let pool: TestPool;

beforeAll(async () => {
  pool = await startTestPool();
  pool.cognito.createUserPoolClient(ROTATING, {
    ...CLIENT,
    RefreshTokenRotation: { Feature: 'ENABLED' },
  });
  const userPoolEndpoint = pool.cognito.endpoint;
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: POOL_ID,
        userPoolClientId: ROTATING,
        userPoolEndpoint,
        loginWith: { email: true },
      },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sharedInMemoryStorage);
});
afterAll(() => pool.close());

/** The tests of the site's forms replace Amplify's slow integers; this test uses them. */
test('Amplify signs up, confirms, signs in with SRP, refreshes rotating tokens, and signs out here', async () => {
  const username = newEmail();
  const options = { userAttributes: { email: username } };
  const { userId, nextStep } = await signUp({ username, password: PASSWORD, options });
  expect(nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 's***@e***', deliveryMedium: 'EMAIL', attributeName: 'email' },
  });
  await resendSignUpCode({ username });
  await confirmSignUp({ username, confirmationCode: pool.findCode(username) });

  // The case of the address does not matter.
  const signedIn = await signIn({ username: username.toUpperCase(), password: PASSWORD });
  expect(signedIn).toEqual({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
  await expect(fetchUserAttributes()).resolves.toMatchObject({ email: username, sub: userId });

  const sessions = [
    await fetchAuthSession(),
    await fetchAuthSession({ forceRefresh: true }),
    await fetchAuthSession({ forceRefresh: true }),
  ];
  const tokens = sessions.map((session) => session.tokens?.accessToken);
  expect(new Set(tokens.map((token) => token?.payload.jti)).size).toBe(3);
  expect(new Set(tokens.map((token) => token?.payload['origin_jti'])).size).toBe(1);

  const { refresh: elsewhere } = await pool.signIn(username, undefined, ROTATING);
  await signOut();
  await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
  await expect(pool.refresh(elsewhere, ROTATING)).resolves.toBeDefined();
});
