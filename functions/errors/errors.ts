import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';

/** An error with a code of the contract. `functions/http` turns it into a response; nothing else does. */
export class CodedError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = API_ERRORS[code].message, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

export class InvalidRequestError extends CodedError {
  /** @param message names the field and says why it is refused. */
  constructor(message: string, options?: ErrorOptions) {
    super('invalid_request', message, options);
  }
}

export class UnauthorizedError extends CodedError {
  constructor() {
    super('unauthorized');
  }
}

export class ForbiddenError extends CodedError {
  constructor() {
    super('forbidden');
  }
}

export class NotFoundError extends CodedError {
  constructor() {
    super('not_found');
  }
}

export class InsufficientCreditsError extends CodedError {
  constructor() {
    super('insufficient_credits');
  }
}

export class GenerationInProgressError extends CodedError {
  constructor() {
    super('in_progress');
  }
}
