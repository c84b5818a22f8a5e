import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, CLIENT_ID, type TestPool, SECOND, startTestPool } from './cognito-pool.ts';

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
});
