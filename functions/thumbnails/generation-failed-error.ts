import { API_ERRORS } from '../../contract/errors.ts';
import { CodedError } from '../errors/errors.ts';
import type { FailureCode } from './record.ts';

/** A generation that ended without a picture. Its message says truthfully what became of the credit. */
export class GenerationFailedError extends CodedError {
  override name = 'GenerationFailedError';

  constructor(failure: FailureCode, { refunded, cause }: { refunded: boolean; cause?: unknown }) {
    super(failure, failureMessage(failure, refunded), { cause });
  }
}

/** @param refunded false while refund-abandoned has still to give the credit back (within ten minutes). */
export function failureMessage(failure: FailureCode, refunded: boolean): string {
  if (!refunded) return 'Something went wrong on our side; your credit comes back within ten minutes.';
  return failure === 'internal'
    ? 'Something went wrong on our side; no credit was taken.'
    : API_ERRORS[failure].message;
}
