import { AdminUserGlobalSignOutCommand, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type TestPool,
  DAY,
  HOUR,
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
  test('have the claims of the real ones, and the signature of the pool', async () => {
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
    pool.cognito.createUserPoolClient('brief', {
      ...CLIENT,
      AccessTokenValidity: 5,
      IdTokenValidity: 2,
      RefreshTokenValidity: 1,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'hours' },
    });
    const tokens = await pool.signIn(email, undefined, 'brief');
    const lifetime = (token: string) => (decodeJwt(token).exp ?? 0) - (decodeJwt(token).iat ?? 0);
    expect([lifetime(tokens.access), lifetime(tokens.id)]).toEqual([300, 7200]);
    pool.advanceClock(DAY - SECOND);
    await expect(pool.refresh(tokens.refresh, 'brief')).resolves.toBeDefined();
    pool.advanceClock(SECOND);
    await expect(pool.refresh(tokens.refresh, 'brief')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has expired',
    });
  });

  test('give access to the account until they expire', async () => {
    const { access } = await pool.signIn(email);
    await expect(pool.getUser(access)).resolves.toMatchObject({ Username: decodeJwt(access).sub });
    pool.advanceClock(HOUR);
    await expect(pool.getUser(access)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has expired',
    });
  });
});

describe('a refresh token', () => {
  test('is replaced, and accepted again during the grace period', async () => {
    pool.cognito.createUserPoolClient('rotating', {
      ...CLIENT,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
    });
    const { refresh: first } = await pool.signIn(email, undefined, 'rotating');
    const second = (await pool.refresh(first, 'rotating'))?.RefreshToken ?? '';
    expect(second).not.toBe(first);
    pool.advanceClock(9 * SECOND);
    await expect(pool.refresh(first, 'rotating')).resolves.toBeDefined();
    pool.advanceClock(2 * SECOND);
    await expect(pool.refresh(first, 'rotating')).rejects.toMatchObject({
      name: 'RefreshTokenReuseException',
    });
    await expect(pool.refresh(second, 'rotating')).resolves.toBeDefined();
  });

  test('is not accepted from another client', async () => {
    pool.cognito.createUserPoolClient('another', CLIENT);
    const { refresh } = await pool.signIn(email);
    await expect(pool.refresh(refresh, 'another')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid Refresh Token',
    });
  });

  test('is revoked with the access tokens of its sign-in, and with no other', async () => {
    const [here, there] = [await pool.signIn(email), await pool.signIn(email)];
    await pool.sdk.send(new RevokeTokenCommand({ ClientId: CLIENT_ID, Token: here.refresh }));
    const refused = { name: 'NotAuthorizedException' };
    await expect(pool.refresh(here.refresh)).rejects.toMatchObject(refused);
    await expect(pool.getUser(here.access)).rejects.toMatchObject(refused);
    await expect(pool.getUser(there.access)).resolves.toBeDefined();
  });

  test('is revoked with all others of its user, and with none of another user', async () => {
    const [here, there] = [await pool.signIn(email), await pool.signIn(email)];
    const other = await pool.signIn(await pool.createUser());

    await pool.sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: POOL_ID, Username: email }));

    for (const { refresh, access } of [here, there]) {
      await expect(pool.refresh(refresh)).rejects.toThrow('Refresh Token has been revoked');
      await expect(pool.getUser(access)).rejects.toThrow('Access Token has been revoked');
    }
    await expect(pool.refresh(other.refresh)).resolves.toBeDefined();
    await expect(pool.getUser(other.access)).resolves.toBeDefined();
  });
});
