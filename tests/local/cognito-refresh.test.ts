import {
  GetTokensFromRefreshTokenCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, CLIENT_ID, type CognitoWorld, DAY, SECOND, startWorld } from './cognito-world.ts';

const ROTATING = 'rotating-client';
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
const initiateRefresh = (
  AuthFlow: 'REFRESH_TOKEN_AUTH' | 'REFRESH_TOKEN',
  token: string,
  ClientId = CLIENT_ID,
) =>
  world.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters: { REFRESH_TOKEN: token } }));
const revoke = (Token: string, ClientId = CLIENT_ID) =>
  world.sdk.send(new RevokeTokenCommand({ ClientId, Token }));

describe('a refresh token', () => {
  test('gives new tokens of the same sign-in, again and again', async () => {
    const before = await world.tokensFor(email);
    world.pass(10 * SECOND);
    const after = await refresh(before.refresh);
    await expect(refresh(before.refresh)).resolves.toBeDefined();

    const [old, fresh] = [decodeJwt(before.access), decodeJwt(after?.AccessToken ?? '')];
    expect(fresh).toMatchObject({ origin_jti: old['origin_jti'], auth_time: old['auth_time'] });
    expect(fresh.jti).not.toBe(old.jti);
    expect((fresh.iat ?? 0) - (old.iat ?? 0)).toBeGreaterThanOrEqual(10);
    expect(after?.RefreshToken).toBeUndefined();
  });

  test.each(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'] as const)('works through %s', async (flow) => {
    const { refresh: token } = await world.tokensFor(email);
    const { AuthenticationResult: result } = await initiateRefresh(flow, token);
    expect(result).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(result).not.toHaveProperty('RefreshToken');
  });

  test.each([
    ['changed', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['made up', () => 'made-up'],
    ['empty of a secret', (token: string) => token.split('.')[0] ?? ''],
  ])('is refused when it is %s', async (_what, change) => {
    const { refresh: token } = await world.tokensFor(email);
    await expect(refresh(change(token))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid Refresh Token',
    });
  });

  test('is refused from another client', async () => {
    const { refresh: token } = await world.tokensFor(email);
    await expect(refresh(token, ROTATING)).rejects.toMatchObject({ message: 'Invalid Refresh Token' });
  });
});

describe('rotation', () => {
  test('replaces the refresh token and forgives its reuse for the grace period', async () => {
    const { refresh: first } = await world.tokensFor(email, undefined, ROTATING);
    const second = (await refresh(first, ROTATING))?.RefreshToken ?? '';
    expect(second).not.toBe(first);
    world.pass(9 * SECOND);
    await expect(refresh(first, ROTATING)).resolves.toBeDefined();
    world.pass(2 * SECOND);
    await expect(refresh(first, ROTATING)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
    await expect(refresh(second, ROTATING)).resolves.toBeDefined();
  });

  test('does not prolong the sign-in', async () => {
    const { refresh: first } = await world.tokensFor(email, undefined, ROTATING);
    world.pass(29 * DAY);
    const second = (await refresh(first, ROTATING))?.RefreshToken ?? '';
    world.pass(DAY);
    await expect(refresh(second, ROTATING)).rejects.toMatchObject({ message: 'Refresh Token has expired' });
  });

  test('closes the flow that could not hand out the next token', async () => {
    const { refresh: token } = await world.tokensFor(email, undefined, ROTATING);
    await expect(initiateRefresh('REFRESH_TOKEN_AUTH', token, ROTATING)).rejects.toThrow(
      'GetTokensFromRefreshToken',
    );
  });
});

describe('signing out', () => {
  test('RevokeToken ends one sign-in, its access token too, and no other', async () => {
    const [here, there] = [await world.tokensFor(email), await world.tokensFor(email)];
    await revoke(here.refresh);
    await expect(refresh(here.refresh)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' });
    await expect(world.getUser(here.access)).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
    await expect(world.getUser(there.access)).resolves.toBeDefined();
  });

  test('GlobalSignOut ends all that were, and none that follow', async () => {
    const [here, there] = [await world.tokensFor(email), await world.tokensFor(email)];
    await world.sdk.send(new GlobalSignOutCommand({ AccessToken: here.access }));
    await expect(world.getUser(there.access)).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
    await expect(refresh(there.refresh)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' });
    await expect(world.getUser((await world.tokensFor(email)).access)).resolves.toBeDefined();
  });

  test('RevokeToken takes refresh tokens only, of its own client, and shrugs at unknown ones', async () => {
    const { access, refresh: token } = await world.tokensFor(email);
    await expect(revoke(access)).rejects.toMatchObject({ name: 'UnsupportedTokenTypeException' });
    await expect(revoke(token, ROTATING)).rejects.toMatchObject({ name: 'UnauthorizedException' });
    await expect(revoke('unknown')).resolves.toBeDefined();
    await expect(refresh(token)).resolves.toBeDefined();
  });

  test('is not offered by a client without revocation, whose tokens do not name their sign-in', async () => {
    world.cognito.createUserPoolClient('irrevocable', { ...CLIENT, EnableTokenRevocation: false });
    const { access, refresh: token } = await world.tokensFor(email, undefined, 'irrevocable');
    expect(decodeJwt(access)).not.toHaveProperty('origin_jti');
    await expect(world.getUser(access)).resolves.toBeDefined();
    await expect(revoke(token, 'irrevocable')).rejects.toMatchObject({
      name: 'UnsupportedOperationException',
    });
  });
});
