import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import * as z from 'zod/mini';
import { LIMITS } from '../../contract/limits.ts';
import type { EndpointSchemas } from '../../contract/schemas.ts';
import { InvalidRequestError } from '../shared/errors.ts';

/** Payload format 2.0 of an HTTP API, with the claims of a JWT authorizer. */
export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

/**
 * Parses the path parameters, the query and the body of a call, each where its endpoint has a schema for it.
 * @throws InvalidRequestError that names the field and the reason.
 */
export function parseInput(schemas: EndpointSchemas, event: ApiEvent): { params?: unknown; body?: unknown } {
  const { params, query, body, bodyBytes = LIMITS.bodyBytes } = schemas;
  return {
    ...(params && { params: parseValue(params, event.pathParameters ?? {}) }),
    ...(query && { query: parseValue(query, event.queryStringParameters ?? {}) }),
    ...(body && { body: parseValue(body, readJson(event, bodyBytes)) }),
  };
}

/** The bytes of the body as the caller sent them. API Gateway encodes some bodies as base64. */
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

/** The result may be nested more deeply than a recursive function, e.g. `JSON.stringify`, can follow. */
function readJson(event: ApiEvent, maxBytes: number): unknown {
  const body = rawBody(event);
  if (body.length > maxBytes) {
    throw new InvalidRequestError(`the body must be at most ${maxBytes / 1024} KB`);
  }
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw new InvalidRequestError('the body must be JSON', { cause: error });
  }
}
