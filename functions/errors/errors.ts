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

export class GenerationInProgressError extends CodedError {
  override name = 'GenerationInProgressError';

  constructor() {
    super('in_progress');
  }
}
