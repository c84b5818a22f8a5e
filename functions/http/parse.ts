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
export function parseInput({ params, query, body }: EndpointSchemas, event: ApiEvent): { body?: unknown } {
  return {
    ...(params && { params: parse(params, event.pathParameters ?? {}) }),
    ...(query && { query: parse(query, event.queryStringParameters ?? {}) }),
    ...(body && { body: parse(body, readJson(event)) }),
  };
}

/** The bytes of the body as the caller sent them. API Gateway encodes some bodies as base64. */
export function rawBody({ body = '', isBase64Encoded }: ApiEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const reasons = new Set(result.error.issues.map((issue) => issue.message));
  throw new InvalidRequestError([...reasons].join('; '), { cause: result.error });
}

function readJson(event: ApiEvent): unknown {
  const body = rawBody(event);
  if (body.length > LIMITS.bodyBytes) {
    throw new InvalidRequestError(`the body must be at most ${LIMITS.bodyBytes / 1024} KB`);
  }
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw new InvalidRequestError('the body must be JSON', { cause: error });
  }
}
