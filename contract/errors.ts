/**
 * The one table of errors: code, HTTP status and the default sentence for the user. Every error body is
 * `{error, code, requestId}`. The site shows a generation's error inside "Failed to generate thumbnail: {reason}.
 * Please try again." (spec, section 8), so these sentences do not say to try again.
 */
export const API_ERRORS = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'Your session has ended. Please sign in again.' },
  insufficient_credits: {
    status: 402,
    message: 'Insufficient credits. Buy a credit pack to continue generating thumbnails.',
  },
  forbidden: { status: 403, message: 'You can only do this for your own account.' },
  reauthentication_required: {
    status: 403,
    message: 'Your sign-in is too long ago for this. Sign in again to continue.',
  },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Contact support to use it again; nothing was charged.',
  },
  not_found: { status: 404, message: 'There is nothing here.' },
  in_progress: { status: 409, message: 'This thumbnail is still being generated.' },
  generation_canceled: { status: 409, message: 'You cancelled this thumbnail; no credit was taken.' },
  design_changed: {
    status: 409,
    message: 'This design was changed in another tab or on another device.',
  },
  content_filtered: {
    status: 422,
    message: 'The image model declined this prompt; no credit was taken.',
  },
  reference_not_found: {
    status: 422,
    message: 'The reference was not found; no credit was taken.',
  },
  reference_invalid: {
    status: 422,
    message: 'The reference image cannot be used; no credit was taken.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests at once. Wait a moment; nothing was charged.',
  },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  model_unavailable: {
    status: 503,
    message: 'The image models are busy; no credit was taken.',
  },
  reference_unavailable: {
    status: 503,
    message: 'The reference could not be loaded; no credit was taken.',
  },
  generation_timeout: {
    status: 504,
    message: 'The image model took too long to answer; no credit was taken.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof API_ERRORS;

/** The body of every error response. `requestId` is the invocation's id in the logs. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(API_ERRORS, value);
}
