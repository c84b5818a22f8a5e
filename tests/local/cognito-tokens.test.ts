import { GlobalSignOutCommand, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
} from 'jose';
import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
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

const ROTATING = 'rotating-client';
const ISSUER = `https://cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`;
const UUID = /^[0-9a-f-]{36}$/;
let pool: TestPool;
let email: string;

beforeAll(async () => {
  pool = await startTestPool();
  pool.cognito.createUserPoolClient(ROTATING, {
    ...CLIENT,
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
  });
});
beforeEach(async () => {
  email = await pool.createUser();
});
afterAll(() => pool.close());

describe('the tokens of a sign-in', () => {
  test('have the claims of the real ones', async () => {
    const tokens = await pool.signIn(email);
    const { Username: sub } = await pool.adminGet(email);
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
    expect(tokens.expiresIn).toBe(3600);
    expect(access.jti).not.toBe(id.jti);
  });

  test('are signed by the key that the pool publishes', async () => {
    const { id } = await pool.signIn(email);
    const keySet = pool.cognito.jwks(POOL_ID);
    const published = createRemoteJWKSet(
      new URL(`${pool.cognito.endpoint}/${POOL_ID}/.well-known/jwks.json`),
    );
    const expected = { issuer: ISSUER, audience: CLIENT_ID, currentDate: dateOf(id) };
    await expect(jwtVerify(id, published, expected)).resolves.toBeDefined();
    await expect(jwtVerify(id, createLocalJWKSet(keySet), expected)).resolves.toBeDefined();
    expect(decodeProtectedHeader(id)).toMatchObject({ alg: 'RS256', kid: keySet.keys[0]?.kid });
    expect(Object.keys(keySet.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
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
    expect([lifetime(tokens.access), lifetime(tokens.id), tokens.expiresIn]).toEqual([300, 7200, 300]);
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

describe('a forged access token', () => {
  const FORGED = 'Could not verify signature for Access Token';
  const INVALID = 'Invalid Access Token';
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  const signWith = (key: KeyObject, alg: string) => (token: string) =>
    new SignJWT(decodeJwt(token)).setProtectedHeader({ alg }).sign(key);
  const withClaims = (claims: object) => (token: string) =>
    replacePart(token, 1, encode({ ...decodeJwt(token), ...claims }));
  const publicKey = () => createSecretKey(JSON.stringify(pool.cognito.jwks(POOL_ID)), 'utf8');

  test.each<[string, (token: string, id: string) => string | Promise<string>, string]>([
    ['a changed claim', withClaims({ username: 'x' }), FORGED],
    ['a changed signature', (token) => replacePart(token, 2, encode({}).repeat(85)), FORGED],
    ['another key', signWith(otherKey, 'RS256'), FORGED],
    ['no signature', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1] ?? ''}.`, INVALID],
    ['the public key as a secret', (token) => signWith(publicKey(), 'HS256')(token), INVALID],
    ['an id token in its place', (_token, id) => id, INVALID],
    ['another issuer', withClaims({ iss: 'https://x/y' }), INVALID],
    ['no token format', () => 'nothing', INVALID],
  ])('is refused with %s', async (_what, forge, message) => {
    const { access, id } = await pool.signIn(email);
    const forged = await forge(access, id);
    await expect(pool.getUser(forged)).rejects.toMatchObject({ name: 'NotAuthorizedException', message });
  });
});

const revoke = (Token: string, ClientId = CLIENT_ID) =>
  pool.sdk.send(new RevokeTokenCommand({ ClientId, Token }));

describe('a refresh token', () => {
  test('gives new tokens of the same sign-in, more than once', async () => {
    const before = await pool.signIn(email);
    pool.advanceClock(10 * SECOND);
    const after = await pool.refresh(before.refresh);
    await expect(pool.refresh(before.refresh)).resolves.toBeDefined();

    const [old, fresh] = [decodeJwt(before.access), decodeJwt(after?.AccessToken ?? '')];
    expect(fresh).toMatchObject({ origin_jti: old['origin_jti'], auth_time: old['auth_time'] });
    expect(fresh.jti).not.toBe(old.jti);
    expect((fresh.iat ?? 0) - (old.iat ?? 0)).toBeGreaterThanOrEqual(10);
    expect(after?.RefreshToken).toBeUndefined();
  });

  test.each([
    ['changed', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['invented', () => 'made-up'],
    ['without its secret', (token: string) => token.split('.')[0] ?? ''],
  ])('is refused when it is %s', async (_what, change) => {
    const { refresh: token } = await pool.signIn(email);
    await expect(pool.refresh(change(token))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid Refresh Token',
    });
  });

  test('is refused to another client', async () => {
    const { refresh: token } = await pool.signIn(email);
    await expect(pool.refresh(token, ROTATING)).rejects.toMatchObject({ message: 'Invalid Refresh Token' });
  });
});

describe('refresh token rotation', () => {
  test('replaces the refresh token and accepts its reuse during the grace period', async () => {
    const { refresh: first } = await pool.signIn(email, undefined, ROTATING);
    const second = (await pool.refresh(first, ROTATING))?.RefreshToken ?? '';
    expect(second).not.toBe(first);
    pool.advanceClock(9 * SECOND);
    await expect(pool.refresh(first, ROTATING)).resolves.toBeDefined();
    pool.advanceClock(2 * SECOND);
    await expect(pool.refresh(first, ROTATING)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
    await expect(pool.refresh(second, ROTATING)).resolves.toBeDefined();
  });

  test('does not extend the sign-in', async () => {
    const { refresh: first } = await pool.signIn(email, undefined, ROTATING);
    pool.advanceClock(29 * DAY);
    const second = (await pool.refresh(first, ROTATING))?.RefreshToken ?? '';
    pool.advanceClock(DAY);
    await expect(pool.refresh(second, ROTATING)).rejects.toMatchObject({
      message: 'Refresh Token has expired',
    });
  });
});

describe('a sign-out', () => {
  test('with RevokeToken ends one sign-in, including its access token, and no other', async () => {
    const [here, there] = [await pool.signIn(email), await pool.signIn(email)];
    await revoke(here.refresh);
    await expect(pool.refresh(here.refresh)).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(pool.getUser(here.access)).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
    await expect(pool.getUser(there.access)).resolves.toBeDefined();
  });

  test('with GlobalSignOut ends all previous sign-ins, and none that follow', async () => {
    const [here, there] = [await pool.signIn(email), await pool.signIn(email)];
    await pool.sdk.send(new GlobalSignOutCommand({ AccessToken: here.access }));
    await expect(pool.getUser(there.access)).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
    await expect(pool.refresh(there.refresh)).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(pool.getUser((await pool.signIn(email)).access)).resolves.toBeDefined();
  });

  test('with RevokeToken accepts only refresh tokens of the same client, and ignores unknown ones', async () => {
    const { access, refresh: token } = await pool.signIn(email);
    await expect(revoke(access)).rejects.toMatchObject({ name: 'UnsupportedTokenTypeException' });
    await expect(revoke(token, ROTATING)).rejects.toMatchObject({ name: 'UnauthorizedException' });
    await expect(revoke('unknown')).resolves.toBeDefined();
    await expect(pool.refresh(token)).resolves.toBeDefined();
  });
});

const dateOf = (token: string) => new Date((decodeJwt(token).iat ?? 0) * 1_000);
const replacePart = (token: string, index: number, part: string) =>
  token.split('.').with(index, part).join('.');
