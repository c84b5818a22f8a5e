import { GetTokensFromRefreshTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
} from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  DAY,
  HOUR,
  POOL_ID,
  SECOND,
  startWorld,
} from './cognito-world.ts';

const ROTATING = 'rotating-client';
const ISSUER = `https://cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`;
const UUID = /^[0-9a-f-]{36}$/;
let world: CognitoWorld;
let email: string;

beforeAll(async () => {
  world = await startWorld();
  world.cognito.createUserPoolClient(ROTATING, {
    ...CLIENT,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
  });
});
beforeEach(async () => {
  email = await world.confirmed();
});
afterAll(() => world.close());

const refresh = async (token: string, ClientId = CLIENT_ID) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: token });
  return (await world.sdk.send(command)).AuthenticationResult;
};

describe('the tokens', () => {
  test('have the claims of the real ones', async () => {
    const tokens = await world.tokensFor(email);
    const { Username: sub } = await world.adminGet(email);
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
    const { id } = await world.tokensFor(email);
    const published = createRemoteJWKSet(
      new URL(`${world.cognito.endpoint}/${POOL_ID}/.well-known/jwks.json`),
    );
    const expected = { issuer: world.cognito.issuer(POOL_ID), audience: CLIENT_ID, currentDate: dateOf(id) };
    await expect(jwtVerify(id, published, expected)).resolves.toBeDefined();
    await expect(
      jwtVerify(id, createLocalJWKSet(world.cognito.jwks(POOL_ID)), expected),
    ).resolves.toBeDefined();
    expect(decodeProtectedHeader(id)).toMatchObject({
      alg: 'RS256',
      kid: world.cognito.jwks(POOL_ID).keys[0]?.kid,
    });
    expect(Object.keys(world.cognito.jwks(POOL_ID).keys[0] ?? {}).sort()).toEqual([
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ]);
  });

  test('live as long as the client says', async () => {
    world.cognito.createUserPoolClient('brief', {
      ...CLIENT,
      AccessTokenValidity: 5,
      IdTokenValidity: 2,
      RefreshTokenValidity: 1,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'hours' },
    });
    const tokens = await world.tokensFor(email, undefined, 'brief');
    const lifetime = (token: string) => (decodeJwt(token).exp ?? 0) - (decodeJwt(token).iat ?? 0);
    expect([lifetime(tokens.access), lifetime(tokens.id), tokens.expiresIn]).toEqual([300, 7200, 300]);
    world.pass(DAY - SECOND);
    await expect(refresh(tokens.refresh, 'brief')).resolves.toBeDefined();
    world.pass(SECOND);
    await expect(refresh(tokens.refresh, 'brief')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has expired',
    });
  });

  test('open the account until they expire', async () => {
    const { access } = await world.tokensFor(email);
    await expect(world.getUser(access)).resolves.toMatchObject({ Username: decodeJwt(access).sub });
    world.pass(HOUR);
    await expect(world.getUser(access)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has expired',
    });
  });
});

describe('an access token that is not one', () => {
  const FORGED = 'Could not verify signature for Access Token';
  const INVALID = 'Invalid Access Token';
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  test.each<[string, (token: string, id: string) => string | Promise<string>, string]>([
    [
      'a changed claim',
      (token) => replacePart(token, 1, encode({ ...decodeJwt(token), username: 'x' })),
      FORGED,
    ],
    [
      'a changed signature',
      (token) => replacePart(token, 2, Buffer.alloc(256, 1).toString('base64url')),
      FORGED,
    ],
    [
      "a stranger's key",
      (token) => new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256' }).sign(stranger),
      FORGED,
    ],
    ['no signature', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1] ?? ''}.`, INVALID],
    ['the public key as a secret', (token) => signWithPublicKey(token), INVALID],
    ['an id token', (_token, id) => id, INVALID],
    [
      'another issuer',
      (token) => replacePart(token, 1, encode({ ...decodeJwt(token), iss: 'https://x/y' })),
      INVALID,
    ],
    ['no token', () => 'nothing', INVALID],
  ])('is refused: %s', async (_what, forge, message) => {
    const { access, id } = await world.tokensFor(email);
    const forged = await forge(access, id);
    await expect(world.getUser(forged)).rejects.toMatchObject({ name: 'NotAuthorizedException', message });
  });

  async function signWithPublicKey(token: string): Promise<string> {
    const secret = Buffer.from(JSON.stringify(world.cognito.jwks(POOL_ID)));
    return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  }
});

const dateOf = (token: string) => new Date((decodeJwt(token).iat ?? 0) * 1_000);
const replacePart = (token: string, index: number, part: string) =>
  token.split('.').with(index, part).join('.');
