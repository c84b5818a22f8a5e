import { GlobalSignOutCommand, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, CLIENT_ID, type TestPool, DAY, SECOND, startTestPool } from './cognito-pool.ts';

const ROTATING = 'rotating-client';
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
