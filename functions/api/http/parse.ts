import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import { LIMITS } from '#contract/limits.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import type { Caller } from '../../accounts/caller.ts';
import { CodedError, InvalidRequestError } from '../../platform/errors.ts';

const authorizer = z.object({
  jwt: z.object({
    claims: z.object({
      sub: z.string().check(z.minLength(1)),
      email: z.optional(z.string()),
      email_verified: z.optional(z.string()),
      // The time is in seconds since the epoch. API Gateway passes every claim as text.
      auth_time: z.string().check(z.regex(/^\d{1,10}$/)),
    }),
  }),
});

/**
 * Reads the claims that API Gateway's authorizer passes. Fails closed if a route is deployed without its authorizer.
 * @throws `unauthorized`
 */
export function readCaller(event: ApiEvent): Caller {
  const { data } = authorizer.safeParse(event.requestContext.authorizer);
  if (data === undefined) throw new CodedError('unauthorized');
  const { sub, email, email_verified: verified, auth_time: authTime } = data.jwt.claims;
  return {
    userId: sub,
    // An access token has no address.
    email: verified === 'true' ? email : undefined,
    authenticatedAt: new Date(Number(authTime) * 1_000).toISOString(),
  };
}

const claimedUser = z.object({ userId: z.string() });

/**
 * Compares the `userId` in a request body, which the API contract contains, with the token.
 * @throws `forbidden` if the ids differ.
 */
export function requireSelf(body: unknown, userId: string): void {
  const { data } = claimedUser.safeParse(body);
  if (data !== undefined && data.userId !== userId) throw new CodedError('forbidden');
}

/** The event of an HTTP API in payload format 2.0, with the claims of a JWT authorizer. */
export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

/** The values of a request that its endpoint has schemas for, before they are parsed. */
export interface RequestValues {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Reads the path parameters, the query and the body of an event. Each part is read only if the endpoint has a schema for the part.
 * @throws InvalidRequestError for a body that is too large, or is not JSON in UTF-8.
 */
export function readValues(schemas: EndpointSchemas, event: ApiEvent): RequestValues {
  const { params, query, body, bodyBytes = LIMITS.bodyBytes } = schemas;
  return {
    ...(params && { params: event.pathParameters ?? {} }),
    ...(query && { query: event.queryStringParameters ?? {} }),
    ...(body && { body: readJson(event, bodyBytes) }),
  };
}

/**
 * Parses each value that the endpoint has a schema for.
 * @throws InvalidRequestError that names the field and the reason.
 */
export function parseInput(schemas: EndpointSchemas, values: RequestValues): Omit<RequestValues, 'query'> {
  const { params, query, body } = schemas;
  return {
    ...(params && { params: parseValue(params, values.params) }),
    ...(query && { query: parseValue(query, values.query) }),
    ...(body && { body: parseValue(body, values.body) }),
  };
}

/** Returns the bytes of the body as the caller sent them. API Gateway encodes some bodies as base64. */
export function rawBody({ body = '', isBase64Encoded }: ApiEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/** @throws InvalidRequestError that names the field and the reason. */
export function parseValue(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const problems = new Set(issues.map((issue) => issue.message));
  const field = issues[0]?.path.join('.');
  throw new InvalidRequestError([...problems].join('; '), {
    ...(field !== undefined && field !== '' && { params: { field } }),
    cause: result.error,
  });
}

const REPLACEMENT_CHARACTER = '\ufffd';

/**
 * Decodes the body of a request. If API Gateway passes a body as text, each invalid byte has already become a replacement character, which
 * changes the length of the body.
 * @throws InvalidRequestError for bytes that are not valid UTF-8.
 */
export function readText(event: ApiEvent, body = rawBody(event)): string {
  const text = body.toString();
  const sentBytes = event.headers['content-length'];
  const isAsSent = event.isBase64Encoded || sentBytes === undefined || Number(sentBytes) === body.length;
  if (isUtf8(body) && (isAsSent || !text.includes(REPLACEMENT_CHARACTER))) return text;
  throw new InvalidRequestError('the body must be valid UTF-8');
}

/** Parses a body as JSON. The result may be so deeply nested that a recursive function, e.g. `JSON.stringify`, cannot process it. */
function readJson(event: ApiEvent, maxBytes: number): unknown {
  const body = rawBody(event);
  if (body.length > maxBytes) {
    throw new InvalidRequestError(`the body must be at most ${maxBytes / 1024} KB`);
  }
  const text = readText(event, body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidRequestError('the body must be JSON', { cause: error });
  }
}
