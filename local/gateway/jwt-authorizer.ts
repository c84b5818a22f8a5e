import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';

/** The token is missing or not valid. API Gateway does not distinguish the two. */
export class NotAuthorizedError extends Error {}

interface JwtAuthorizerOptions {
  issuer: string;
  audience: string[];
  /** The public keys of the issuer. */
  keys: () => JSONWebKeySet;
}

type JwtContext = APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']['authorizer'];

/** API Gateway developer guide, "Control access to HTTP APIs with JWT authorizers". */
export class JwtAuthorizer {
  readonly #options: JwtAuthorizerOptions;

  constructor(options: JwtAuthorizerOptions) {
    this.#options = options;
  }

  /**
   * @param header the Authorization header, with or without `Bearer`.
   * @returns the authorizer of the event, with the token's claims as strings: API Gateway passes no other type.
   * @throws NotAuthorizedError.
   */
  async authorize(header: string | undefined): Promise<JwtContext> {
    const token = header?.replace(/^Bearer /i, '').trim();
    if (token === undefined || token === '') throw new NotAuthorizedError();
    const { issuer, audience, keys } = this.#options;
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys()), {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['exp'],
      });
      if (!matchesAudience(payload, audience)) throw new NotAuthorizedError();
      const jwt = { claims: stringifyClaims(payload), scopes: [] };
      return { principalId: '', integrationLatency: 0, jwt };
    } catch (error) {
      throw new NotAuthorizedError(undefined, { cause: error });
    }
  }
}

/** An id token has the audience in `aud`, an access token in `client_id`. */
function matchesAudience({ aud, client_id: clientId }: JWTPayload, audience: string[]): boolean {
  const claimed = aud === undefined ? [clientId] : [aud].flat();
  return claimed.some((value) => typeof value === 'string' && audience.includes(value));
}

function stringifyClaims(payload: JWTPayload): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, stringify(value)]));
}

function stringify(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? `[${value.join(' ')}]` : JSON.stringify(value);
}
