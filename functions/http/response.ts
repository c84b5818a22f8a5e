import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { API_ERRORS, type Charge, type ErrorBody } from '../../contract/errors.ts';
import { CodedError, TooManyRequestsError } from '../shared/errors.ts';

/** Responses contain one person's credits and thumbnails: no cache may store them. */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function jsonResponse(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) };
}

/**
 * The body of an error response. An error without a code becomes `internal`, and its own text stays private.
 * @param unknownCharge what an error without a code may have done to the credits.
 */
export function errorBody(error: unknown, requestId: string, unknownCharge: Charge): ErrorBody {
  const { message, code, params, charge } =
    error instanceof CodedError ? error : new CodedError('internal', { charge: unknownCharge });
  return { error: message, code, requestId, params, charge };
}

export function httpStatus({ code }: ErrorBody): number {
  return API_ERRORS[code].status;
}

/** Adds `Retry-After` (RFC 9110, section 10.2.3) where the error says when to retry. */
export function errorHeaders(error: unknown): Record<string, string> {
  return error instanceof TooManyRequestsError ? { 'retry-after': String(error.retryAfterSeconds) } : {};
}
