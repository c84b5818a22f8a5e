import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { API_ERRORS, type ErrorBody } from '../../contract/errors.ts';
import { CodedError, TooManyRequestsError } from '../shared/errors.ts';

/** Nothing the API says may be kept by a cache: it is about one person's credits and pictures. */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function jsonResponse(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) };
}

/** The contract's body of an error. What is not a CodedError is our own fault: `internal`, with nothing of its text. */
export function errorBody(error: unknown, requestId: string): ErrorBody {
  const { code, message } = error instanceof CodedError ? error : new CodedError('internal');
  return { error: message, code, requestId };
}

export function statusOf({ code }: ErrorBody): number {
  return API_ERRORS[code].status;
}

/** When to ask again, where an error tells it (RFC 9110, section 10.2.3). */
export function errorHeaders(error: unknown): Record<string, string> {
  return error instanceof TooManyRequestsError ? { 'retry-after': String(error.retryAfterSeconds) } : {};
}
