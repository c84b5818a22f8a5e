import { API_ERRORS, isErrorCode } from '../../../contract/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

/** An error whose message is a sentence for the person at the screen. */
export class ToldError extends Error {
  override name = 'ToldError';
}

/** The API refused, and said why. */
export class ApiError extends ToldError {
  override name = 'ApiError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = API_ERRORS[code].message) {
    super(message);
    this.code = code;
  }
}

/** No answer from the API itself: nobody knows whether the request was carried out. */
export class ConnectionError extends ToldError {
  override name = 'ConnectionError';

  constructor(options?: ErrorOptions) {
    super('The connection was lost.', options);
  }
}

/** A success that is not the API's: what became of the request can be asked for, but there is no reason to tell. */
export class ForeignAnswerError extends Error {
  override name = 'ForeignAnswerError';
}

/** The error's sentence without its full stop, to stand inside another; nothing for an error not meant to be read. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ToldError ? error.message.replace(/\.$/, '') : undefined;

export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found';

export const isUnauthorized = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unauthorized';

/** Turns an answer that is not a success into the error it stands for. */
export function errorFrom(status: number, body: string): ApiError | ConnectionError {
  const answer = parseObject(body);
  if (isErrorCode(answer?.['code'])) {
    return new ApiError(answer['code'], readMessage(answer['error']));
  }
  // Not the API's own words but its gateway's (`{"message":"Unauthorized"}`). Below 500 the status alone tells.
  const code = status < 500 ? codeOfStatus(status) : undefined;
  return code === undefined ? new ConnectionError() : new ApiError(code);
}

/** A message may itself be JSON with the sentence in its `error` field. */
export function readMessage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const inner = parseObject(value);
  return inner === undefined ? value : readMessage(inner['error']);
}

function codeOfStatus(status: number): ErrorCode | undefined {
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
