import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { CodedError } from '../shared/errors.ts';

export const FAILURE_CODES = [
  'content_filtered',
  'model_unavailable',
  'generation_timeout',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Why a generation failed. */
export type FailureCode = (typeof FAILURE_CODES)[number];

/** A generation that ended without an image. Its message says whether the credit was refunded. */
export class GenerationFailedError extends CodedError {
  override name = 'GenerationFailedError';

  constructor(failure: FailureCode, { refunded, cause }: { refunded: boolean; cause?: unknown }) {
    super(failure, failureMessage(failure, refunded), { cause });
  }
}

/** @param refunded false if refund-abandoned still has to refund the credit (within ten minutes). */
export function failureMessage(failure: FailureCode, refunded: boolean): string {
  if (!refunded) return 'Something went wrong on our side; your credit comes back within ten minutes.';
  return failure === 'internal'
    ? 'Something went wrong on our side; no credit was taken.'
    : API_ERRORS[failure].message;
}

/** The failure that an error stands for. An unknown error is `internal`. */
export function toFailureCode(error: unknown): FailureCode {
  const code = error instanceof CodedError ? error.code : undefined;
  return FAILURE_CODES.find((failure) => failure === code) ?? 'internal';
}
