import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { CognitoError, notAuthorized, userNotFound } from './errors.ts';
import { type Client, type Directory, findClient, type Pool } from './pool.ts';
import type { Grant, User } from './store.ts';
import { signTokens, verifyAccessToken } from './tokens.ts';

/** A day is the longest an access token can outlive its last refresh token. */
const LONGEST_ACCESS = 86_400_000;

/** What InitiateAuth and its kin answer in the end. */
export interface AuthenticationResult {
  IdToken: string;
  AccessToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Signs a user in who has proven to be one. */
export function signIn(client: Client, user: User): Promise<AuthenticationResult> {
  const { pool } = client;
  const now = pool.world.now();
  forgetOld(pool);
  const grantId = randomUUID();
  const grant: Grant = {
    username: user.username,
    clientId: client.id,
    authenticatedAt: now,
    revoked: false,
    refreshTokens: [],
  };
  pool.state.grants.set(grantId, grant);
  const refreshToken = addRefreshToken(grantId, grant, now + client.properties.lifetime.refresh);
  return answer(client, user, grantId, grant, refreshToken);
}

/**
 * New tokens for a refresh token. With rotation on, the token given is replaced by one that lives as long as it would
 * have, and works on for the client's grace period only.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
 */
export function refresh(client: Client, refreshToken: string): Promise<AuthenticationResult> {
  const { pool } = client;
  const { RefreshTokenRotation: rotation } = client.properties;
  const now = pool.world.now();
  const { grantId, grant, row } = findRefreshToken(client, refreshToken);
  if (row.replacedAt !== undefined && now >= row.replacedAt + rotation.RetryGracePeriodSeconds * 1_000) {
    throw new CognitoError(
      'RefreshTokenReuseException',
      'Refresh token has been used already and was rotated.',
    );
  }
  const user = pool.state.users.get(grant.username);
  if (user === undefined) throw userNotFound();
  if (rotation.Feature !== 'ENABLED') return answer(client, user, grantId, grant);

  row.replacedAt ??= now;
  return answer(client, user, grantId, grant, addRefreshToken(grantId, grant, row.expiresAt));
}

/** Ends one sign-in. A token nobody knows is no error, as in RFC 7009. */
export function revokeRefreshToken(client: Client, refreshToken: string): void {
  const { grantId } = parse(refreshToken);
  const grant = client.pool.state.grants.get(grantId);
  if (grant === undefined || findRow(grant, refreshToken) === undefined) return;
  if (grant.clientId !== client.id) {
    throw new CognitoError('UnauthorizedException', 'The token was issued to another client.');
  }
  grant.revoked = true;
}

/** Ends every sign-in of a user, on every device. */
export function revokeAll(pool: Pool, username: string): void {
  for (const grant of pool.state.grants.values()) if (grant.username === username) grant.revoked = true;
}

/** The user and client behind an access token that is still good. */
export async function authorize(
  directory: Directory,
  token: string,
): Promise<{ client: Client; user: User }> {
  const { pool, clientId, username, grantId } = await verifyAccessToken(directory, token);
  const client = findClient(directory, clientId);
  const user = pool.state.users.get(username);
  if (user === undefined) throw userNotFound();
  if (client.properties.EnableTokenRevocation && pool.state.grants.get(grantId)?.revoked !== false) {
    throw notAuthorized('Access Token has been revoked');
  }
  return { client, user };
}

async function answer(client: Client, user: User, grantId: string, grant: Grant, refreshToken?: string) {
  const tokens = await signTokens(client, user, grantId, grant.authenticatedAt);
  return refreshToken === undefined ? tokens : { ...tokens, RefreshToken: refreshToken };
}

/** The token itself goes to the client alone: what is kept is its hash. */
function addRefreshToken(grantId: string, grant: Grant, expiresAt: number): string {
  const token = `${grantId}.${randomBytes(96).toString('base64url')}`;
  grant.refreshTokens.push({ hash: hashOf(token), expiresAt });
  return token;
}

function findRefreshToken(client: Client, token: string) {
  const { grantId } = parse(token);
  const grant = client.pool.state.grants.get(grantId);
  const row = grant && findRow(grant, token);
  if (grant === undefined || row === undefined || grant.clientId !== client.id) {
    throw notAuthorized('Invalid Refresh Token');
  }
  if (grant.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (row.expiresAt <= client.pool.world.now()) throw notAuthorized('Refresh Token has expired');
  return { grantId, grant, row };
}

function findRow(grant: Grant, token: string) {
  const hash = Buffer.from(hashOf(token));
  return grant.refreshTokens.find((row) => timingSafeEqual(Buffer.from(row.hash), hash));
}

const parse = (token: string) => ({ grantId: token.split('.', 1)[0] ?? '' });
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

function forgetOld(pool: Pool): void {
  const now = pool.world.now();
  for (const [id, { refreshTokens }] of pool.state.grants) {
    if (refreshTokens.every(({ expiresAt }) => expiresAt + LONGEST_ACCESS <= now))
      pool.state.grants.delete(id);
  }
}
