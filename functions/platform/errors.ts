import { composeError, type Reason } from '#contract/error-reasons.ts';
import type { Charge } from '#contract/error-parts.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';

/** The params of an error. A reason must be a key of `REASONS`: any other reason would have no sentence. */
type Params = ErrorParams & { reason?: Reason };

interface CodedErrorOptions extends ErrorOptions {
  params?: Params | undefined;
  charge?: Charge;
  isCostly?: boolean;
}

/** An error with a code of the contract. Only `functions/api/http` turns it into a response. */
export class CodedError extends Error {
  // Each class sets its name explicitly, because the bundler shortens class names, and logs identify errors by name.
  override name = 'CodedError';
  readonly code: ErrorCode;
  readonly params: Params | undefined;
  readonly charge: Charge;
  /** True if, before this error, a model may have been paid or the pixels took seconds of a processor. */
  readonly isCostly: boolean;

  /** @param options.charge the effect on the credits of the request. @default none */
  constructor(code: ErrorCode, { params, charge = 'none', isCostly = false, cause }: CodedErrorOptions = {}) {
    super(composeError({ code, params, charge }), { cause });
    this.code = code;
    this.params = params;
    this.charge = charge;
    this.isCostly = isCostly;
  }
}

export class InvalidRequestError extends CodedError {
  override name = 'InvalidRequestError';

  /** @param problem names the field and the reason. */
  constructor(problem: string, { params, cause }: CodedErrorOptions = {}) {
    super('invalid_request', { params: { ...params, reason: 'invalidField', problem }, cause });
  }
}

/** Thrown if the token is valid, but its account is deleted. */
export class AccountClosedError extends CodedError {
  override name = 'AccountClosedError';

  constructor() {
    super('unauthorized', { params: { reason: 'accountDeleted' } });
  }
}

/** Thrown if the request was refused for now and changed nothing. The same request may succeed later. */
export class TooManyRequestsError extends CodedError {
  override name = 'TooManyRequestsError';
  /** The value of Retry-After: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  /** @param reason the exceeded rate limit, if a rate limit was exceeded. */
  constructor(retryAfterSeconds: number, reason?: Reason, options?: ErrorOptions) {
    const params = { seconds: retryAfterSeconds, ...(reason !== undefined && { reason }) };
    super('too_many_requests', { params, ...options });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The names of the SDK's errors for a service that did not respond in time, or that refused a request because of its load. Sources: error
 * references of DynamoDB and Amazon S3; @smithy/node-http-handler for the timeouts.
 */
const THROTTLING_ERRORS: ReadonlySet<unknown> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ServiceUnavailable',
]);
const TIMEOUT_ERRORS: ReadonlySet<unknown> = new Set(['TimeoutError', 'AbortError']);

/** Returns true if a service refused the request because of its load. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && THROTTLING_ERRORS.has(error.name);
}

/** Returns true if a service did not serve the request in time. Unless the request was throttled, it may still have taken effect. */
export function isOverload(error: unknown): boolean {
  return (
    isThrottled(error) ||
    error instanceof TooManyRequestsError ||
    (error instanceof Error && TIMEOUT_ERRORS.has(error.name))
  );
}

/** Returns true if a write that failed with this error may have taken effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (TIMEOUT_ERRORS.has(error.name) || error.name === 'InternalServerError');
}
