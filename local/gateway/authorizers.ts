import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Functions } from '../lambda/functions.ts';

/** The token is missing or not valid. API Gateway does not distinguish these two cases. */
export class NotAuthorizedError extends Error {}

interface JwtAuthorizerOptions {
  issuer: string;
  audience: string[];
  /** The public keys of the issuer. */
  keys: () => JSONWebKeySet;
}

type JwtContext = APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']['authorizer'];

/** Emulates a JWT authorizer (API Gateway developer guide, "Control access to HTTP APIs with JWT authorizers"). */
export class JwtAuthorizer {
  readonly #options: JwtAuthorizerOptions;

  constructor(options: JwtAuthorizerOptions) {
    this.#options = options;
  }

  /**
   * Verifies a token.
   * @param header the Authorization header, with or without `Bearer`.
   * @returns the authorizer of the event. The claims of the token are strings, because API Gateway passes no other type.
   * @throws NotAuthorizedError if the token is missing or not valid.
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

/** Compares the audience. An id token has the audience in `aud`, an access token in `client_id`. */
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

/** The authorizer does not allow the request. */
export class DeniedError extends Error {}

/** A simple response in payload format 2.0. */
const simpleResponse = z.object({
  isAuthorized: z.boolean(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
type Decision = z.output<typeof simpleResponse>;

interface LambdaAuthorizerOptions {
  functionArn: string;
  functions: Pick<Functions, 'invoke'>;
  /** The time for which a decision about a header is cached, in seconds. 0 turns the cache off. */
  cacheSeconds: number;
}

/**
 * Emulates a Lambda authorizer with simple responses and their cache (API Gateway developer guide, "Control access to HTTP APIs with AWS
 * Lambda authorizers").
 */
export class LambdaAuthorizer {
  readonly #options: LambdaAuthorizerOptions;
  readonly #cache = new Map<string, { decision: Decision; until: number }>();

  constructor(options: LambdaAuthorizerOptions) {
    this.#options = options;
  }

  /**
   * Asks the function about a request.
   * @param header the Authorization header, the only source of the caller's identity.
   * @returns the context of the decision, as the authorizer of the event.
   * @throws NotAuthorizedError if the header is missing; DeniedError if the function does not allow the request.
   */
  async authorize(header: string | undefined): Promise<{ lambda: Decision['context'] }> {
    if (header === undefined || header === '') throw new NotAuthorizedError();
    const { isAuthorized, context } = await this.#decide(header);
    if (!isAuthorized) throw new DeniedError();
    return { lambda: context };
  }

  async #decide(header: string): Promise<Decision> {
    const cached = this.#cache.get(header);
    if (cached !== undefined && cached.until > Date.now()) return cached.decision;
    const { functionArn, functions, cacheSeconds } = this.#options;
    const event = {
      version: '2.0',
      type: 'REQUEST',
      identitySource: [header],
      headers: { authorization: header },
    };
    const decision = simpleResponse.parse(await functions.invoke(functionArn, event));
    this.#cache.set(header, { decision, until: Date.now() + cacheSeconds * 1_000 });
    return decision;
  }
}
