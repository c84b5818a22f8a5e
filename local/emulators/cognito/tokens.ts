import { createHash, createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { notAuthorized } from './errors.ts';
import {
  type Client,
  type Directory,
  findPool,
  type Pool,
  type SigningKey,
  type TokenFamily,
  type User,
} from './pool.ts';

export function loadSigningKey(pem: string): SigningKey {
  const publicKey = createPublicKey(pem);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('base64');
  return { id, privateKey: createPrivateKey(pem), publicKey };
}

/** Returns the public keys of a pool. */
export function getKeySet({ id, publicKey }: SigningKey): JSONWebKeySet {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig', kid: id, n, e }] };
}

export function getIssuer(region: string, poolId: string): string {
  return `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
}

/**
 * Signs the id token and the access token of one sign-in or refresh, with the claims of the real tokens:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export async function signTokens(
  client: Client,
  user: User,
  familyId: string,
  { authenticatedAt }: TokenFamily,
  scopes: readonly string[],
) {
  const { pool } = client;
  const { AccessTokenValidity, IdTokenValidity } = client.settings;
  const shared: JWTPayload = {
    sub: user.username,
    origin_jti: familyId,
    event_id: randomUUID(),
    // A refresh does not change the time of the sign-in.
    auth_time: toSeconds(authenticatedAt),
  };
  const { email_verified, ...attributes } = user.attributes;
  const [IdToken, AccessToken] = await Promise.all([
    sign(pool, IdTokenValidity, {
      ...attributes,
      ...shared,
      email_verified: email_verified === 'true',
      aud: client.id,
      token_use: 'id',
      'cognito:username': user.username,
    }),
    sign(pool, AccessTokenValidity, {
      ...shared,
      client_id: client.id,
      token_use: 'access',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      username: user.username,
    }),
  ]);
  return { IdToken, AccessToken, ExpiresIn: AccessTokenValidity / 1_000, TokenType: 'Bearer' as const };
}

function sign(pool: Pool, lifetime: number, claims: JWTPayload): Promise<string> {
  const now = pool.options.now();
  return new SignJWT(claims)
    .setProtectedHeader({ kid: pool.signingKey.id, alg: 'RS256' })
    .setIssuer(getIssuer(pool.options.region, pool.id))
    .setJti(randomUUID())
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(now + lifetime))
    .sign(pool.signingKey.privateKey);
}

const accessClaims = z.object({
  token_use: z.literal('access'),
  username: z.string(),
  origin_jti: z.string(),
  scope: z.string().default(''),
});

/**
 * Verifies an access token.
 * @throws AwsJsonError if no pool signed the token as an access token, or if the token has expired.
 */
export async function verifyAccessToken(directory: Directory, token: string) {
  try {
    const pool = findPool(directory, decodeJwt(token).iss?.split('/').at(-1) ?? '');
    const { payload } = await jwtVerify(token, pool.signingKey.publicKey, {
      algorithms: ['RS256'],
      issuer: getIssuer(pool.options.region, pool.id),
      currentDate: new Date(pool.options.now()),
    });
    return { pool, claims: accessClaims.parse(payload) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired');
    throw notAuthorized('Invalid Access Token');
  }
}

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);
