import { AdminUserGlobalSignOutCommand, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
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
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type TestPool,
  DAY,
  HOUR,
  newEmail,
  PASSWORD,
  POOL_ID,
  SECOND,
  startTestPool,
} from './cognito-pool.ts';

const ISSUER = `https://cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`;
const UUID = /^[0-9a-f-]{36}$/;
let pool: TestPool;
let email: string;

beforeAll(async () => {
  pool = await startTestPool();
});
beforeEach(async () => {
  email = await pool.createUser();
});
afterAll(() => pool.close());

describe('the tokens of a sign-in', () => {
  test('have the claims of the tokens of Cognito, and the signature of the pool', async () => {
    const tokens = await pool.signIn(email);
    const { Username: sub } = await pool.adminGet(email);
    const keys = createLocalJWKSet(pool.cognito.jwks(POOL_ID));
    const id = decodeJwt(tokens.id);
    const access = decodeJwt(tokens.access);

    expect(id).toEqual({
      sub,
      email,
      email_verified: true,
      iss: ISSUER,
      aud: CLIENT_ID,
      'cognito:username': sub,
      token_use: 'id',
      origin_jti: expect.stringMatching(UUID) as string,
      event_id: expect.stringMatching(UUID) as string,
      jti: expect.stringMatching(UUID) as string,
      auth_time: id.iat,
      iat: id.iat,
      exp: (id.iat ?? 0) + 3600,
    });
    expect(access).toEqual({
      sub,
      iss: ISSUER,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: sub,
      origin_jti: id['origin_jti'],
      event_id: id['event_id'],
      jti: expect.stringMatching(UUID) as string,
      auth_time: id.iat,
      iat: id.iat,
      exp: (id.iat ?? 0) + 3600,
    });
    expect(access.jti).not.toBe(id.jti);
    for (const token of [tokens.id, tokens.access]) {
      const currentDate = new Date((id.iat ?? 0) * 1_000);
      await expect(jwtVerify(token, keys, { issuer: ISSUER, currentDate })).resolves.toBeDefined();
    }
  });

  test('live as long as the settings of the client say', async () => {
    const lifetimes = { AccessTokenValidity: 5, IdTokenValidity: 120, RefreshTokenValidity: 24 * 60 };
    pool.cognito.createUserPoolClient('brief', { ...CLIENT, ...lifetimes });
    const tokens = await pool.signIn(email, undefined, 'brief');
    const lifetime = (token: string) => (decodeJwt(token).exp ?? 0) - (decodeJwt(token).iat ?? 0);
    expect([lifetime(tokens.access), lifetime(tokens.id)]).toEqual([300, 7200]);
    pool.advanceClock(DAY - SECOND);
    await expect(pool.refresh(tokens.refresh, 'brief')).resolves.toBeDefined();
    pool.advanceClock(SECOND);
    await expect(pool.refresh(tokens.refresh, 'brief')).rejects.toThrow('Refresh Token has expired');
  });

  test('give access to the account until they expire', async () => {
    const { access } = await pool.signIn(email);
    await expect(pool.getUser(access)).resolves.toMatchObject({ Username: decodeJwt(access).sub });
    pool.advanceClock(HOUR);
    await expect(pool.getUser(access)).rejects.toThrow('Access Token has expired');
  });
});

describe('a refresh token', () => {
  test('is replaced, and accepted again during the grace period', async () => {
    const { refresh: first } = await pool.signIn(email);
    const second = (await pool.refresh(first))?.RefreshToken ?? '';
    expect(second).not.toBe(first);
    pool.advanceClock(9 * SECOND);
    await expect(pool.refresh(first)).resolves.toBeDefined();
    pool.advanceClock(2 * SECOND);
    await expect(pool.refresh(first)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
    await expect(pool.refresh(second)).resolves.toBeDefined();
  });

  test('is not accepted from another client', async () => {
    pool.cognito.createUserPoolClient('another', CLIENT);
    const { refresh } = await pool.signIn(email);
    await expect(pool.refresh(refresh, 'another')).rejects.toThrow('Invalid Refresh Token');
  });

  test.each<[string, (Token: string) => Promise<unknown>, boolean]>([
    [
      'of its sign-in',
      (Token) => pool.sdk.send(new RevokeTokenCommand({ ClientId: CLIENT_ID, Token })),
      false,
    ],
    [
      'of its user',
      () => pool.sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: POOL_ID, Username: email })),
      true,
    ],
  ])('is revoked with the access tokens %s, and with no other', async (_, revoke, isEverywhere) => {
    const [here, there] = [await pool.signIn(email), await pool.signIn(email)];
    const other = await pool.signIn(await pool.createUser());
    await revoke(here.refresh);
    for (const { refresh, access } of isEverywhere ? [here, there] : [here]) {
      await expect(pool.refresh(refresh)).rejects.toThrow('Refresh Token has been revoked');
      await expect(pool.getUser(access)).rejects.toThrow('Access Token has been revoked');
    }
    for (const { refresh, access } of isEverywhere ? [other] : [there, other]) {
      await expect(pool.refresh(refresh)).resolves.toBeDefined();
      await expect(pool.getUser(access)).resolves.toBeDefined();
    }
  });
});

/** The tests of the site's forms replace Amplify's slow integers; this test uses them. */
test('Amplify signs up, confirms, signs in with SRP, refreshes rotating tokens, and signs out here', async () => {
  const { endpoint: userPoolEndpoint } = pool.cognito;
  const client = { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint };
  Amplify.configure({ Auth: { Cognito: { ...client, loginWith: { email: true } } } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sharedInMemoryStorage);
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

  const { refresh: elsewhere } = await pool.signIn(username);
  await signOut();
  await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
  await expect(pool.refresh(elsewhere)).resolves.toBeDefined();
});
