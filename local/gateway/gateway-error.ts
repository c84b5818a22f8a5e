import type { ServerResponse } from 'node:http';
import { API_ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

/** What API Gateway says itself, before or instead of a function. */
const GATEWAY_ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized', code: 'unauthorized' },
  not_found: { status: 404, message: 'Not Found', code: 'not_found' },
  too_large: { status: 413, message: 'Request Entity Too Large', code: 'invalid_request' },
  internal: { status: 500, message: 'Internal Server Error', code: 'internal' },
} as const satisfies Record<string, { status: number; message: string; code: ErrorCode }>;

/**
 * Answers with API Gateway's own error. An HTTP API says `{message}` alone and cannot be told otherwise; the fields of
 * the contract stand beside it here, for testers. The site reads the status (docs/decisions.md).
 */
export function gatewayError(
  response: ServerResponse,
  name: keyof typeof GATEWAY_ERRORS,
  requestId: string,
): void {
  const { status, message, code } = GATEWAY_ERRORS[name];
  const body: ErrorBody & { message: string } = { message, error: API_ERRORS[code].message, code, requestId };
  response.statusCode = status;
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
