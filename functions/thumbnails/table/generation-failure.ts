import type { Charge } from '#contract/error-parts.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { CodedError, isOverload } from '../../platform/errors.ts';

export const FAILURE_CODES = [
  'content_filtered',
  'edit_not_possible',
  'reference_not_found',
  'reference_invalid',
  'reference_unavailable',
  'generations_paused',
  'model_unavailable',
  'generation_timeout',
  'generation_canceled',
  'account_suspended',
  'internal',
] as const satisfies readonly ErrorCode[];

/** The reason why a generation failed. It contains no data of the user. */
export interface Failure {
  code: (typeof FAILURE_CODES)[number];
  params?: ErrorParams | undefined;
}

/** The failure of a generation that runs while its account is deleted. The row of the generation is deleted soon afterwards. */
export const ACCOUNT_DELETED = {
  code: 'account_suspended',
  params: { reason: 'accountDeleted' },
} as const satisfies Failure;

/** Thrown if a generation ended without an image. */
export class GenerationFailedError extends CodedError {
  override name = 'GenerationFailedError';

  /** @param options.charge `returning` if refund-abandoned may still have to refund. */
  constructor({ code, params }: Failure, { charge, cause }: { charge: Charge; cause?: unknown }) {
    super(code, { params, charge, cause });
  }
}

/**
 * Converts an error to a failure. If a service did not respond in time, the code is `model_unavailable`. An unknown error is `internal`.
 */
export function toFailure(error: unknown): Failure {
  if (isOverload(error)) return { code: 'model_unavailable' };
  if (!(error instanceof CodedError)) return { code: 'internal' };
  const code = FAILURE_CODES.find((failure) => failure === error.code);
  return code === undefined ? { code: 'internal' } : { code, params: error.params };
}
