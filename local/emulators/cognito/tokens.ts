import { randomUUID } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { notAuthorized } from './errors.ts';
import type { Client, Directory, Pool } from './pool.ts';
import type { User } from './store.ts';

export interface AccessClaims {
  pool: Pool;
  clientId: string;
  username: string;
  grantId: string;
}

export function issuerOf(region: string, poolId: string): string {
  return `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
}

/**
 * The id and access token of one sign-in or refresh, with the claims of the real ones:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 * @param authenticatedAt when the password or code was given, which a refresh does not renew.
 */
export async function signTokens(client: Client, user: User, grantId: string, authenticatedAt: number) {
  const { pool } = client;
  const { lifetime } = client.properties;
  const shared: JWTPayload = {
    sub: user.username,
    // With revocation switched off, tokens do not name the sign-in they came from.
    ...(client.properties.EnableTokenRevocation && { origin_jti: grantId }),
    event_id: randomUUID(),
    auth_time: seconds(authenticatedAt),
  };
  const { email_verified, ...attributes } = user.attributes;
  const [idToken, accessToken] = await Promise.all([
    sign(pool, lifetime.id, {
      ...attributes,
      ...shared,
      email_verified: email_verified === 'true',
      aud: client.id,
      token_use: 'id',
      'cognito:username': user.username,
    }),
    sign(pool, lifetime.access, {
      ...shared,
      client_id: client.id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.username,
    }),
  ]);
  return {
    IdToken: idToken,
    AccessToken: accessToken,
    ExpiresIn: lifetime.access / 1_000,
    TokenType: 'Bearer' as const,
  };
}

function sign(pool: Pool, lifetime: number, claims: JWTPayload): Promise<string> {
  const now = pool.world.now();
  return new SignJWT(claims)
    .setProtectedHeader({ kid: pool.signer.keyId, alg: 'RS256' })
    .setIssuer(issuerOf(pool.world.region, pool.id))
    .setJti(randomUUID())
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now + lifetime))
    .sign(pool.signer.privateKey);
}

/** @throws CognitoError unless one of the pools signed it, as an access token, and it has not expired. */
export async function verifyAccessToken(directory: Directory, token: string): Promise<AccessClaims> {
  const pool = poolOf(directory, token);
  const { payload } = await verified(pool, token);
  const { token_use, client_id, username, origin_jti } = payload;
  if (token_use !== 'access' || typeof client_id !== 'string' || typeof username !== 'string')
    throw invalidToken();
  return { pool, clientId: client_id, username, grantId: typeof origin_jti === 'string' ? origin_jti : '' };
}

async function verified(pool: Pool, token: string) {
  try {
    return await jwtVerify(token, pool.signer.publicKey, {
      algorithms: ['RS256'],
      issuer: issuerOf(pool.world.region, pool.id),
      currentDate: new Date(pool.world.now()),
    });
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired');
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      throw notAuthorized('Could not verify signature for Access Token');
    }
    throw invalidToken();
  }
}

/** The pool an unverified token says it is from. */
function poolOf(directory: Directory, token: string): Pool {
  try {
    const poolId = decodeJwt(token).iss?.split('/').at(-1) ?? '';
    const pool = directory.pools.get(poolId);
    if (pool !== undefined) return pool;
  } catch {
    // Not a token at all.
  }
  throw invalidToken();
}

const invalidToken = () => notAuthorized('Invalid Access Token');
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);
