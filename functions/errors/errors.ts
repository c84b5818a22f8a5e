import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';

/** An error with a code of the contract. `functions/http` turns it into a response; nothing else does. */
export class CodedError extends Error {
  // Written out in each class: the bundler shortens the names of classes, and logs tell errors by their name.
  override name = 'CodedError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = API_ERRORS[code].message, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export class InvalidRequestError extends CodedError {
  override name = 'InvalidRequestError';

  /** @param message names the field and says why it is refused. */
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

/** The token is good, and its account is closed: nothing is done for it any more. */
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

/** Not now: the same request may pass in a while. Nothing was done. */
export class TooManyRequestsError extends CodedError {
  override name = 'TooManyRequestsError';
  /** When to ask again: whole seconds from now, at least 1. */
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
