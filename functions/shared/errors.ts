import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';

/** An error with a code of the contract. Only `functions/http` turns it into a response. */
export class CodedError extends Error {
  // Each class sets its name explicitly: the bundler shortens class names, and logs identify errors by name.
  override name = 'CodedError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = API_ERRORS[code].message, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export class InvalidRequestError extends CodedError {
  override name = 'InvalidRequestError';

  /** @param message names the field and the reason. */
  constructor(message: string, options?: ErrorOptions) {
    super('invalid_request', message, options);
  }
}

export class UnauthorizedError extends CodedError {
  override name = 'UnauthorizedError';

  constructor() {
    super('unauthorized');
  }
}

/** The token is valid, but its account is closed. */
export class AccountClosedError extends CodedError {
  override name = 'AccountClosedError';

  constructor() {
    super('unauthorized', 'This account has been deleted.');
  }
}

export class ForbiddenError extends CodedError {
  override name = 'ForbiddenError';

  constructor() {
    super('forbidden');
  }
}

export class NotFoundError extends CodedError {
  override name = 'NotFoundError';

  constructor() {
    super('not_found');
  }
}

export class InsufficientCreditsError extends CodedError {
  override name = 'InsufficientCreditsError';

  constructor() {
    super('insufficient_credits');
  }
}

/** The request was refused for now and changed nothing. The same request may succeed later. */
export class TooManyRequestsError extends CodedError {
  override name = 'TooManyRequestsError';
  /** Sent as Retry-After: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message?: string, options?: ErrorOptions) {
    super('too_many_requests', message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class GenerationInProgressError extends CodedError {
  override name = 'GenerationInProgressError';

  constructor() {
    super('in_progress');
  }
}
