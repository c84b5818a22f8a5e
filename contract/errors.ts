import { EARLY_CLAUSES, type Charge } from './error-parts.ts';

/**
 * The table of all errors: code, HTTP status and default clause. An error is data: a code, the `params` that its sentence needs, and the
 * effect on the credits. `error-reasons.ts` composes every sentence from this data, for the server's `error` and for the page. A clause is
 * a sentence without its full stop, and says nothing about credits.
 */
export const API_ERRORS = {
  invalid_request: { status: 400, clause: 'The request is not valid' },
  unauthorized: { status: 401, clause: EARLY_CLAUSES.unauthorized },
  insufficient_credits: {
    status: 402,
    clause: 'Insufficient credits. Buy a credit pack to continue generating thumbnails',
  },
  forbidden: { status: 403, clause: 'You can only do this for your own account' },
  reauthentication_required: {
    status: 403,
    clause: 'Your sign-in is too long ago for this. Sign in again to continue',
  },
  account_suspended: {
    status: 403,
    clause: 'This account is suspended. Contact support to use it again',
  },
  pack_required: { status: 403, clause: 'Your account has no pack with this feature' },
  not_found: { status: 404, clause: 'There is nothing here' },
  in_progress: { status: 409, clause: 'This thumbnail is still being generated' },
  generation_canceled: { status: 409, clause: 'You cancelled this thumbnail' },
  design_changed: { status: 409, clause: 'This design was changed in another tab or on another device' },
  brand_changed: { status: 409, clause: 'Your brand was changed in another tab or on another device' },
  content_filtered: { status: 422, clause: 'The image model declined this prompt' },
  reference_not_found: { status: 422, clause: 'The reference was not found' },
  edit_not_possible: { status: 422, clause: 'This image cannot be edited in this way' },
  reference_invalid: { status: 422, clause: 'The reference image cannot be used' },
  generations_paused: {
    status: 422,
    clause: 'Too many of your images failed. Wait before you generate again',
  },
  too_many_requests: { status: 429, clause: 'Too many requests at once. Wait a moment' },
  internal: { status: 500, clause: EARLY_CLAUSES.internal },
  model_unavailable: { status: 503, clause: 'The image models are busy' },
  reference_unavailable: { status: 503, clause: 'The reference could not be loaded' },
  generation_timeout: { status: 504, clause: 'The image model took too long to answer' },
} as const satisfies Record<string, { status: number; clause: string }>;

export type ErrorCode = keyof typeof API_ERRORS;

export type ErrorParams = Readonly<Record<string, string | number>>;

/** The data of an error in a response. */
export interface ErrorData {
  code: ErrorCode;
  params?: ErrorParams | undefined;
  charge: Charge;
}

/** The body of every error response. `requestId` is the id of the invocation in the logs. */
export interface ErrorBody extends ErrorData {
  error: string;
  requestId: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(API_ERRORS, value);
}
