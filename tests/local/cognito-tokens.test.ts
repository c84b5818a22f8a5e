import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type TestPool,
  DAY,
  HOUR,
  POOL,
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

describe('the pre token generation trigger', () => {
  interface Event {
    response: object;
  }
  let tokenPool: TestPool;
  let tokenEmail: string;
  let respond: (event: Event) => unknown;
  let events: unknown[];
  const answerWith = (answer: typeof respond) => {
    events = [];
    respond = answer;
  };
  const answerWithChanges = (accessTokenGeneration: object) =>
    answerWith((event) => ({
      ...event,
      response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } },
    }));

  beforeAll(async () => {
    tokenPool = await startTestPool({
      invokeTrigger: (_functionArn, event) => {
        events.push(event);
        return Promise.resolve(event as Event).then(respond);
      },
    });
    const PreTokenGenerationConfig = { LambdaArn: 'arn:aws:lambda:PreToken', LambdaVersion: 'V2_0' };
    tokenPool.cognito.createUserPool(POOL_ID, { ...POOL, LambdaConfig: { PreTokenGenerationConfig } });
    tokenEmail = await tokenPool.createUser();
  });
  afterAll(() => tokenPool.close());

  test('receives the event of the real one at a sign-in and at a refresh, and keeps the scope', async () => {
    answerWith((event) => event);
    const { access, refresh } = await tokenPool.signIn(tokenEmail);
    await tokenPool.refresh(refresh);
    const { Username: sub } = await tokenPool.adminGet(tokenEmail);
    const event = {
      version: '2',
      region: 'eu-west-2',
      userPoolId: POOL_ID,
      userName: sub,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: CLIENT_ID },
      triggerSource: 'TokenGeneration_Authentication',
      request: {
        userAttributes: {
          sub,
          email: tokenEmail,
          email_verified: 'true',
          'cognito:user_status': 'CONFIRMED',
        },
        groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
        scopes: ['aws.cognito.signin.user.admin'],
      },
      response: { claimsAndScopeOverrideDetails: null },
    };
    expect(events).toEqual([event, { ...event, triggerSource: 'TokenGeneration_RefreshTokens' }]);
    await expect(tokenPool.getUser(access)).resolves.toMatchObject({ Username: sub });
  });

  test('removes the scope, without which a token allows no operation of its user', async () => {
    answerWithChanges({ scopesToSuppress: ['aws.cognito.signin.user.admin'] });
    const { access } = await tokenPool.signIn(tokenEmail);
    expect(decodeJwt(access)).not.toHaveProperty('scope');
    await expect(tokenPool.getUser(access)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token does not have required scopes',
    });
  });

  test('fails a sign-in, and a refresh without using up its token, when it throws', async () => {
    answerWith((event) => event);
    const { refresh } = await tokenPool.signIn(tokenEmail);
    answerWith(() => {
      throw new Error('no memory');
    });
    const failure = {
      name: 'UserLambdaValidationException',
      message: 'PreTokenGeneration failed with error no memory.',
    };
    await expect(tokenPool.signIn(tokenEmail)).rejects.toMatchObject(failure);
    await expect(tokenPool.refresh(refresh)).rejects.toMatchObject(failure);
    answerWith((event) => event);
    await expect(tokenPool.refresh(refresh)).resolves.toBeDefined();
  });

  test('fails the sign-in when it changes what is not emulated', async () => {
    answerWithChanges({ claimsToSuppress: ['username'] });
    await expect(tokenPool.signIn(tokenEmail)).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
    });
  });
});

const dateOf = (token: string) => new Date((decodeJwt(token).iat ?? 0) * 1_000);
