import { API_ERRORS, isErrorCode } from '../../../contract/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

/** An error whose message may be shown to the user. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
}

/** The API refused the request and gave the reason. */
export class ApiError extends UserFacingError {
  override name = 'ApiError';
  readonly code: ErrorCode;
  /** When the same request may succeed; 0 if the API does not say. */
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, message: string = API_ERRORS[code].message, retryAfterSeconds = 0) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response came from the API. The request may or may not have been carried out. */
export class ConnectionError extends UserFacingError {
  override name = 'ConnectionError';

  constructor(options?: ErrorOptions) {
    super('The connection was lost.', options);
  }
}

/** A 2xx response that did not come from our API (a captive portal, a proxy). */
export class UnexpectedResponseError extends Error {
  override name = 'UnexpectedResponseError';
}

/** The message without its full stop, for use inside a sentence. Undefined for an error that is not user-facing. */
export const userMessage = (error: unknown): string | undefined =>
  error instanceof UserFacingError ? error.message.replace(/\.$/, '') : undefined;

export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found';

export const isReferenceNotFound = (error: unknown) =>
  error instanceof ApiError && error.code === 'reference_not_found';

export const isUnauthorized = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unauthorized';

/** An operator suspended the account. The message says what to do, so it is shown without "Please try again". */
export const isSuspended = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'account_suspended';

/** Converts a response that is not a success. */
export function parseError(
  status: number,
  body: string,
  retryAfterSeconds?: number,
): ApiError | ConnectionError {
  const content = parseObject(body);
  if (isErrorCode(content?.['code'])) {
    return new ApiError(content['code'], parseMessage(content['error']), retryAfterSeconds);
  }
  // API Gateway's own error, e.g. {"message":"Unauthorized"}. From 500 on the outcome of the request is unknown.
  const code = status < 500 ? findCode(status) : undefined;
  return code === undefined ? new ConnectionError() : new ApiError(code);
}

/** A message may itself be JSON with an `error` field. */
export function parseMessage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const inner = parseObject(value);
  return inner === undefined ? value : parseMessage(inner['error']);
}

function findCode(status: number): ErrorCode | undefined {
  return Object.keys(API_ERRORS)
    .filter(isErrorCode)
    .find((code) => API_ERRORS[code].status === status);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
