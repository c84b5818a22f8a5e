import { EARLY_CLAUSES } from '#contract/error-parts.ts';
import type { Charge } from '#contract/error-parts.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** An error whose message may be shown to the user. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  /** The message without its full stop, for use inside a sentence. It says nothing about credits. */
  readonly clause: string;
  /** The fate of the credits of the request. Undefined if no response reports it. */
  readonly charge: Charge | undefined;

  constructor(clause: string, charge: Charge | undefined, options?: ErrorOptions) {
    super(`${clause}.`, options);
    this.clause = clause;
    this.charge = charge;
  }
}

interface ApiErrorOptions {
  charge?: Charge | undefined;
  retryAfterSeconds?: number | undefined;
  /** @default that something went wrong */
  clause?: string | undefined;
  field?: string | undefined;
  reason?: string | undefined;
}

/** The API refused the request. */
export class ApiError extends UserFacingError {
  override name = 'ApiError';
  readonly code: ErrorCode;
  /** When the same request may succeed; 0 if the API does not say. */
  readonly retryAfterSeconds: number;
  /** The field of the request that the API refuses until it changes. */
  readonly field: string | undefined;
  /** The reason in the parameters of the error, e.g. the name of the limit that refuses the request. */
  readonly reason: string | undefined;

  constructor(
    code: ErrorCode,
    { charge = 'none', retryAfterSeconds = 0, clause, field, reason }: ApiErrorOptions = {},
  ) {
    super(clause ?? EARLY_CLAUSES.internal, charge);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.field = field;
    this.reason = reason;
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

/** The API refuses a field until it changes. */
export const isInvalid = (error: unknown) => hasCode(error, 'invalid_request') && error.field !== undefined;

export const isNotFound = (error: unknown) => hasCode(error, 'not_found');

export const isReferenceNotFound = (error: unknown) => hasCode(error, 'reference_not_found');

export const isUnauthorized = (error: unknown) => hasCode(error, 'unauthorized');

/** The request may still succeed, or has succeeded, although it failed for the browser. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof UnexpectedResponseError ||
  hasCode(error, 'in_progress') ||
  (error instanceof UserFacingError && error.charge === undefined);
