import { API_ERRORS, CHARGES, composeClause, isErrorCode } from '../../../contract/errors.ts';
import type { Charge, ErrorCode, ErrorData, ErrorParams } from '../../../contract/errors.ts';

/** An error whose message may be shown to the user. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  /** The message without its full stop, for use inside a sentence. It says nothing about credits. */
  readonly clause: string;
  /** What happened to the credits of the request; undefined if no response tells. */
  readonly charge: Charge | undefined;

  constructor(clause: string, charge: Charge | undefined, options?: ErrorOptions) {
    super(`${clause}.`, options);
    this.clause = clause;
    this.charge = charge;
  }
}

interface ApiErrorOptions {
  params?: ErrorParams | undefined;
  charge?: Charge | undefined;
  retryAfterSeconds?: number | undefined;
  /** @default composed from the code and `params` */
  clause?: string | undefined;
}

/** The API refused the request. */
export class ApiError extends UserFacingError {
  override name = 'ApiError';
  readonly code: ErrorCode;
  /** When the same request may succeed; 0 if the API does not say. */
  readonly retryAfterSeconds: number;

  constructor(
    code: ErrorCode,
    { params, charge = 'none', retryAfterSeconds = 0, clause }: ApiErrorOptions = {},
  ) {
    super(clause ?? composeClause({ code, params }), charge);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response came from the API. The request may or may not have been carried out. */
export class ConnectionError extends UserFacingError {
  override name = 'ConnectionError';

  constructor(options?: ErrorOptions) {
    super('The connection was lost', undefined, options);
  }
}

/** A 2xx response that did not come from our API (a captive portal, a proxy). */
export class UnexpectedResponseError extends Error {
  override name = 'UnexpectedResponseError';
}

export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

export const isNotFound = (error: unknown) => hasCode(error, 'not_found');

export const isReferenceNotFound = (error: unknown) => hasCode(error, 'reference_not_found');

export const isUnauthorized = (error: unknown) => hasCode(error, 'unauthorized');

/** The request may still succeed, although the browser no longer waits for it. */
export const isOutcomeOpen = (error: unknown) =>
  error instanceof UserFacingError && error.charge === undefined;

const MAX_FAILED_REQUESTS = 5;
let failedRequests: string[] = [];

/** The ids of the last requests that the API refused or failed, the newest first. */
export const listFailedRequests = (): string[] => failedRequests;

/** Converts a response that is not a success. */
export function parseError(status: number, body: string, retryAfterSeconds?: number): UserFacingError {
  const content = parseObject(body);
  const code = content?.['code'];
  const id = content?.['requestId'];
  if (typeof id === 'string') failedRequests = [id, ...failedRequests].slice(0, MAX_FAILED_REQUESTS);
  if (isErrorCode(code)) return readError(code, { ...content }, retryAfterSeconds);
  // API Gateway's own error, e.g. {"message":"Unauthorized"}. From 500 on the outcome of the request is unknown.
  const statusCode = status < 500 ? findCode(status) : undefined;
  return statusCode === undefined ? new ConnectionError() : new ApiError(statusCode);
}

type ErrorFields = Partial<Record<keyof ErrorData | 'error', unknown>>;

/** Reads the failure of a generation. */
export const readFailure = (fields: ErrorFields): UserFacingError =>
  readError(isErrorCode(fields.code) ? fields.code : 'internal', fields);

function readError(code: ErrorCode, fields: ErrorFields, retryAfterSeconds?: number): UserFacingError {
  const charge = CHARGES.find((each) => each === fields.charge);
  if (charge === undefined && code === 'internal') return readText(fields.error);
  return new ApiError(code, {
    params: readParams(fields.params),
    charge: charge ?? (API_ERRORS[code].status < 500 ? 'none' : 'returning'),
    retryAfterSeconds,
  });
}

/**
 * An error that is only a text, which our API does not send. The specification has such errors: the text may be JSON
 * with an `error` field (section 7), or contain "Insufficient credits" (section 8).
 */
function readText(value: unknown): UserFacingError {
  const clause = unwrapText(value) ?? composeClause({ code: 'internal' });
  if (clause.includes('Insufficient credits')) return new ApiError('insufficient_credits');
  return new UserFacingError(clause, undefined);
}

function unwrapText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const inner = parseObject(value);
  return inner === undefined ? value : unwrapText(inner['error']);
}

function readParams(value: unknown): ErrorParams {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
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
