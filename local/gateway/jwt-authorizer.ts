import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';

/** No token, or one that the authorizer does not take. API Gateway does not tell which. */
export class NotAuthorizedError extends Error {}

interface JwtAuthorizerOptions {
  issuer: string;
  audience: string[];
  /** The issuer's public keys, as its JWKS address gives them. */
  keys: () => JSONWebKeySet;
}

/** API Gateway developer guide, "Control access to HTTP APIs with JWT authorizers". */
export class JwtAuthorizer {
  readonly #options: JwtAuthorizerOptions;

  constructor(options: JwtAuthorizerOptions) {
    this.#options = options;
  }

  /**
   * @param header the Authorization header, with or without `Bearer`.
   * @returns the token's claims, every one as text, as functions get them.
   * @throws NotAuthorizedError.
   */
  async authorize(header: string | undefined): Promise<Record<string, string>> {
    const token = header?.replace(/^Bearer /i, '').trim();
    if (token === undefined || token === '') throw new NotAuthorizedError();
    const { issuer, audience, keys } = this.#options;
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys()), {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['exp'],
      });
      if (!isFor(payload, audience)) throw new NotAuthorizedError();
      return textClaims(payload);
    } catch (error) {
      throw new NotAuthorizedError(undefined, { cause: error });
    }
  }
}

/** An id token says `aud`, an access token `client_id`. */
function isFor({ aud, client_id: clientId }: JWTPayload, audience: string[]): boolean {
  const claimed = aud === undefined ? [clientId] : [aud].flat();
  return claimed.some((value) => typeof value === 'string' && audience.includes(value));
}

function textClaims(payload: JWTPayload): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? `[${value.join(' ')}]` : JSON.stringify(value);
}
