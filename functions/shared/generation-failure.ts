import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { CodedError, isOverload } from './errors.ts';

export const FAILURE_CODES = [
  'content_filtered',
  'reference_not_found',
  'reference_invalid',
  'reference_unavailable',
  'model_unavailable',
  'generation_timeout',
  'generation_canceled',
  'account_suspended',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Why a generation failed. */
export interface Failure {
  code: (typeof FAILURE_CODES)[number];
  /** A sentence for the user that says more than the code's. It contains no data of the user. */
  reason?: string | undefined;
}

const REFUNDED = '; no credit was taken.';
const OUR_FAULT = API_ERRORS.internal.message.replace(/\.$/, '');

/** Whether the credits are back. `unknown`: the reservation was not confirmed, so there may be nothing to refund. */
type Refunded = boolean | 'unknown';

/** A generation that ended without an image. Its message says whether the credit was refunded. */
export class GenerationFailedError extends CodedError {
  override name = 'GenerationFailedError';
  readonly refunded: Refunded;

  constructor(failure: Failure, { refunded, cause }: { refunded: Refunded; cause?: unknown }) {
    super(failure.code, failureMessage(failure, refunded), { cause });
    this.refunded = refunded;
  }
}

/** @param refunded false if refund-abandoned still has to refund the credit (within ten minutes). */
export function failureMessage({ code, reason }: Failure, refunded: Refunded): string {
  if (refunded === 'unknown') {
    return `${OUR_FAULT}; if a credit was taken, it comes back within ten minutes.`;
  }
  if (!refunded) return `${OUR_FAULT}; your credit comes back within ten minutes.`;
  if (code === 'internal') return `${OUR_FAULT}${REFUNDED}`;
  if (reason === undefined) return API_ERRORS[code].message;
  return reason.endsWith(REFUNDED) ? reason : reason.replace(/\.$/, '') + REFUNDED;
}

/**
 * The failure that an error stands for. A service that did not respond in time counts as unavailable; an unknown error is
 * `internal`.
 */
export function toFailure(error: unknown): Failure {
  if (isOverload(error)) return { code: 'model_unavailable' };
  const { code: errorCode, message = '' } = error instanceof CodedError ? error : {};
  const code = FAILURE_CODES.find((failure) => failure === errorCode);
  if (code === undefined || code === 'internal') return { code: 'internal' };
  return message === API_ERRORS[code].message ? { code } : { code, reason: message };
}
