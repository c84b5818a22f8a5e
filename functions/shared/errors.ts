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

/** The operation needs a recent sign-in, because it cannot be undone. */
export class ReauthenticationRequiredError extends CodedError {
  override name = 'ReauthenticationRequiredError';

  constructor() {
    super('reauthentication_required');
  }
}

/** An operator suspended the account: it can be read and deleted, but not used to generate or to buy. */
export class AccountSuspendedError extends CodedError {
  override name = 'AccountSuspendedError';

  constructor() {
    super('account_suspended');
  }
}

export class ForbiddenError extends CodedError {
  override name = 'ForbiddenError';

  constructor() {
    super('forbidden');
  }
}

/** A payment of an account of the mailbox is disputed, or its dispute was lost: none of them can buy. */
export class PaymentDisputedError extends CodedError {
  override name = 'PaymentDisputedError';

  constructor() {
    super(
      'account_suspended',
      'A payment of yours is disputed, so you cannot buy credits. Contact support; nothing was charged.',
    );
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

/**
 * Names of the SDK's errors for a service that did not respond in time, or that refused a request because of its load.
 * Sources: error references of DynamoDB and Amazon S3; @smithy/node-http-handler for the timeouts.
 */
const THROTTLING_ERRORS: ReadonlySet<unknown> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ServiceUnavailable',
]);
const TIMEOUT_ERRORS: ReadonlySet<unknown> = new Set(['TimeoutError', 'AbortError']);

/** Whether a service refused the request because of its load. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && THROTTLING_ERRORS.has(error.name);
}

/** Whether a service did not serve the request in time. Unless it was throttled, it may still have taken effect. */
export function isOverload(error: unknown): boolean {
  return (
    isThrottled(error) ||
    error instanceof TooManyRequestsError ||
    (error instanceof Error && TIMEOUT_ERRORS.has(error.name))
  );
}

/** Whether a write that failed with this error may have taken effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (TIMEOUT_ERRORS.has(error.name) || error.name === 'InternalServerError');
}

export class GenerationInProgressError extends CodedError {
  override name = 'GenerationInProgressError';

  constructor() {
    super('in_progress');
  }
}

/** Another save was stored since the caller read the design. */
export class DesignChangedError extends CodedError {
  override name = 'DesignChangedError';

  constructor() {
    super('design_changed');
  }
}
