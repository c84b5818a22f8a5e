import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AwsJsonError } from '../aws-json.ts';
import { notAuthorized, userNotFound } from './errors.ts';
import type { Client, Directory, Pool, TokenFamily, User } from './pool.ts';
import { signTokens, verifyAccessToken } from './tokens.ts';
import { runPreTokenGeneration, USER_SCOPE } from './triggers.ts';

/** The longest time that an access token can be valid after its last refresh token has expired: a day. */
const LONGEST_ACCESS_MS = 86_400_000;

export interface AuthenticationResult {
  IdToken: string;
  AccessToken: string;
  RefreshToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Issues the tokens of a new sign-in. */
export async function issueTokens(client: Client, user: User): Promise<AuthenticationResult> {
  const scopes = await runPreTokenGeneration(client, user, 'Authentication');
  const { tokenFamilies, users } = client.pool.state;
  if (!users.has(user.username)) throw userNotFound();
  const now = client.pool.options.now();
  for (const [id, { refreshTokens }] of tokenFamilies) {
    if (refreshTokens.every(({ expiresAt }) => expiresAt + LONGEST_ACCESS_MS <= now))
      tokenFamilies.delete(id);
  }
  const familyId = randomUUID();
  const family: TokenFamily = {
    username: user.username,
    clientId: client.id,
    authenticatedAt: now,
    revoked: false,
    refreshTokens: [],
  };
  tokenFamilies.set(familyId, family);
  const RefreshToken = addRefreshToken(familyId, family, now + client.settings.RefreshTokenValidity);
  return { ...(await signTokens(client, user, familyId, family, scopes)), RefreshToken };
}

/**
 * Issues new tokens for a refresh token. The new refresh token replaces the given refresh token and expires at the same time. The given
 * refresh token remains valid only for the grace period of the client.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
 */
export async function refreshTokens(client: Client, refreshToken: string): Promise<AuthenticationResult> {
  const { user } = requireRefreshToken(client, refreshToken);
  const scopes = await runPreTokenGeneration(client, user, 'RefreshTokens');
  // Another call may have revoked the token since the first check.
  const { familyId, family, row } = requireRefreshToken(client, refreshToken);
  row.replacedAt ??= client.pool.options.now();
  const RefreshToken = addRefreshToken(familyId, family, row.expiresAt);
  return { ...(await signTokens(client, user, familyId, family, scopes)), RefreshToken };
}

/** Finds a refresh token. @throws AwsJsonError if the client may not refresh with this token. */
function requireRefreshToken(client: Client, refreshToken: string) {
  const { pool } = client;
  const { RefreshTokenRotation: rotation } = client.settings;
  const now = pool.options.now();
  const { familyId, family, row } = findRefreshToken(client, refreshToken);
  if (family === undefined || row === undefined || family.clientId !== client.id) {
    throw notAuthorized('Invalid Refresh Token');
  }
  if (family.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (row.expiresAt <= now) throw notAuthorized('Refresh Token has expired');
  if (row.replacedAt !== undefined && now >= row.replacedAt + rotation.RetryGracePeriodSeconds * 1_000) {
    throw new AwsJsonError(
      'RefreshTokenReuseException',
      'Refresh token has been used already and was rotated.',
    );
  }
  const user = pool.state.users.get(family.username);
  if (user === undefined) throw userNotFound();
  return { familyId, family, row, user };
}

/** Ends one sign-in. An unknown token is not an error, as in RFC 7009. */
export function revokeRefreshToken(client: Client, refreshToken: string): void {
  const { family, row } = findRefreshToken(client, refreshToken);
  if (family !== undefined && row !== undefined) family.revoked = true;
}

/** Ends every sign-in of a user, on every device. */
export function revokeAllTokens(pool: Pool, username: string): void {
  for (const family of pool.state.tokenFamilies.values()) {
    if (family.username === username) family.revoked = true;
  }
}

/**
 * Returns the user of an access token. Every operation of a user requires the scope: API reference, e.g. DeleteUser.
 * @throws AwsJsonError if the token is not valid or lacks the scope.
 */
export async function authorize(directory: Directory, token: string): Promise<User> {
  const { pool, claims } = await verifyAccessToken(directory, token);
  const user = pool.state.users.get(claims.username);
  if (user === undefined) throw userNotFound();
  if (pool.state.tokenFamilies.get(claims.origin_jti)?.revoked !== false) {
    throw notAuthorized('Access Token has been revoked');
  }
  if (!claims.scope.split(' ').includes(USER_SCOPE)) {
    throw notAuthorized('Access Token does not have required scopes');
  }
  return user;
}

/** Adds a refresh token. Only the client has the token: the store keeps a hash. */
function addRefreshToken(familyId: string, family: TokenFamily, expiresAt: number): string {
  const token = `${familyId}.${randomBytes(96).toString('base64url')}`;
  family.refreshTokens.push({ hash: hashToken(token), expiresAt });
  return token;
}

function findRefreshToken({ pool }: Client, token: string) {
  const [familyId = ''] = token.split('.', 1);
  const family = pool.state.tokenFamilies.get(familyId);
  // Comparing hashes of random tokens reveals nothing through timing.
  const row = family?.refreshTokens.find(({ hash }) => hash === hashToken(token));
  return { familyId, family, row };
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
