/**
 * The one table of errors: code, HTTP status and the default clause. Errors are data: a code, `params` with what the
 * sentence needs, and what happened to the credit. Every sentence is composed from them here, by the server for `error`
 * and by the page for what it shows. A clause is a sentence without its full stop, and says nothing about credits.
 */
export const API_ERRORS = {
  invalid_request: { status: 400, clause: 'The request is not valid' },
  unauthorized: { status: 401, clause: 'Your session has ended. Please sign in again' },
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
  too_many_requests: { status: 429, clause: 'Too many requests at once. Wait a moment' },
  internal: { status: 500, clause: 'Something went wrong on our side' },
  model_unavailable: { status: 503, clause: 'The image models are busy' },
  reference_unavailable: { status: 503, clause: 'The reference could not be loaded' },
  generation_timeout: { status: 504, clause: 'The image model took too long to answer' },
} as const satisfies Record<string, { status: number; clause: string }>;

export type ErrorCode = keyof typeof API_ERRORS;

/** The clauses that say more than the code's, by `params.reason`. `{name}` stands for a param. */
export const REASONS = {
  /** The problem names the field, for developers. */
  invalidField: '{problem}',
  accountDeleted: 'This account has been deleted',
  paymentDisputed: 'A payment of yours is disputed, so you cannot buy credits. Contact support',

  keyLimit: 'You have {limit} API keys, the most that an account can have. Revoke one first',

  severalLinks: 'The prompt has more than one link; only one link to a YouTube video or channel can be used',
  otherSite: 'The prompt has a link to another site; only links to YouTube videos and channels can be used',
  malformedLink: 'The YouTube link does not lead to a video or channel; copy the whole link again',
  privateVideo: 'This video is private',
  missingVideo: 'This video does not exist, or it was removed',
  untitledVideo: "The video's title is not available. Add words that describe your thumbnail",
  missingChannel: 'This channel does not exist',
  emptyChannel: 'This channel has no public videos',
  unsupportedHandle: "Paste a link to one of the channel's videos instead",
  youtubeUnavailable: 'YouTube does not answer at the moment',
  expiredImage: 'The reference image has expired. Upload it again',
  unusableImage: 'The reference image cannot be used: {problem}',
  declinedImage: 'The reference image was declined',
  declinedBase: 'The image service declined this image',
  upscaledBase: 'An upscaled image cannot be edited further. Choose the version that it was made from',
  deletedBase: 'The image was deleted meanwhile',
  imageTooLarge: 'The image would be larger than the image service allows',
  declinedIdea: 'The text model declined this idea',
  noSuggestion: 'No suggestion is available at the moment',

  // Rate limits, by their names in `functions/rate-limits`. `{wait}` are the param `seconds`.
  generations: 'You have started too many thumbnails in a minute. Wait {wait}',
  unusableInput: 'Too many of your prompts or references could not be used. Change them and wait {wait}',
  videoReferences: 'You have looked up too many videos in a minute. Wait {wait}',
  channelHandles: 'You have looked up too many channels today. Paste a link to a video, or wait {wait}',
  promptSuggestions: 'You have asked for too many suggestions in an hour. Wait {wait}',
  editSuggestions: 'You have described too many changes today. Use the tools, or wait {wait}',
  concepts: 'You have asked for too many concepts today. Wait {wait}',
  designSaves: 'You have saved too many changes in a minute. Wait {wait}',
  dailyDesignSaves: 'You have saved too many changes today. Wait {wait}',
  keyRequests: 'This API key has sent too many requests in a minute. Wait {wait}',
  keys: 'You have created too many API keys today. Wait {wait}',
  supportMessages: 'You have sent too many messages today. Wait {wait}',
  exports: 'You have exported your account too often in an hour. Wait {wait}',
  exportPages: 'You have exported too much today. Wait {wait}',
  uploads: 'You have uploaded too many images in an hour. Wait {wait}',
  checkouts: 'You have started too many payments in an hour. Wait {wait}',
  confirmations: 'You have asked for your payments too often in an hour. Wait {wait}',
  welcomes: 'The welcome credits of today are used up. Wait {wait}',
  domainWelcomes: 'The welcome credits of your e-mail domain are used up today. Wait {wait}',
} as const;

export type Reason = keyof typeof REASONS;

export type ErrorParams = Readonly<Record<string, string | number>>;

/**
 * What happened to the credits of the request. `none`: nothing was taken. `refunded`: they were taken and are back.
 * `returning`: they come back within ten minutes, or it is not known whether they were taken.
 */
export const CHARGES = ['none', 'refunded', 'returning'] as const;
export type Charge = (typeof CHARGES)[number];

const CHARGE_STATEMENTS = {
  refunded: 'no credit was taken',
  returning: 'if a credit was taken, it comes back within ten minutes',
} as const satisfies Record<Exclude<Charge, 'none'>, string>;

/** A failure as a response reports it. */
export interface ErrorData {
  code: ErrorCode;
  params?: ErrorParams | undefined;
  charge: Charge;
}

/** The body of every error response. `requestId` is the invocation's id in the logs. */
export interface ErrorBody extends ErrorData {
  error: string;
  requestId: string;
}

/** Why a request failed: a sentence without its full stop, for use inside another one. */
export function composeClause({ code, params = {} }: Omit<ErrorData, 'charge'>): string {
  const { reason } = params;
  const clause = isReason(reason) ? REASONS[reason] : API_ERRORS[code].clause;
  return clause.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'wait' ? formatWait(Number(params['seconds'])) : String(params[name]),
  );
}

/**
 * Adds what happened to the credit.
 * @param charge undefined if it is not known.
 * @param uncharged what to say when nothing was taken. @default nothing
 */
export function addCharge(clause: string, charge: Charge | undefined, uncharged?: string): string {
  const statement = charge === 'none' ? uncharged : charge && CHARGE_STATEMENTS[charge];
  return statement === undefined ? clause : `${clause}; ${statement}`;
}

/** The sentence of a response. */
export function composeError(error: ErrorData): string {
  const clause = composeClause(error);
  if (error.params?.['reason'] === 'invalidField') return clause;
  return `${addCharge(clause, error.charge)}.`;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(API_ERRORS, value);
}

function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}

/** For example `1 second`, `45 seconds`, `12 minutes`, `9 hours`. */
function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
