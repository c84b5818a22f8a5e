import { addCharge } from './error-parts.ts';
import { API_ERRORS, type ErrorData } from './errors.ts';
import { LINK_REASONS } from './link-reasons.ts';

/**
 * The clauses for `params.reason`, which are more specific than the clause of the error's code. `{name}` stands for a param. The clauses
 * have their own file, because the browser loads them after the first page.
 */
export const REASONS = {
  /** The problem is for developers and names the field. */
  invalidField: '{problem}',
  accountDeleted: 'This account has been deleted',
  paymentDisputed: 'A payment of yours is disputed, so you cannot buy credits. Contact support',

  unknownKey: 'This key is unknown or revoked',
  keyLimit: 'You have {limit} API keys, the most that an account can have. Revoke one first',

  ...LINK_REASONS,
  privateVideo: 'This video is private',
  missingVideo: 'This video does not exist, or it was removed',
  untitledVideo: "The video's title is not available. Add words that describe your thumbnail",
  missingChannel: 'This channel does not exist',
  emptyChannel: 'This channel has no public videos',
  youtubeUnavailable: 'YouTube does not answer at the moment',
  expiredImage: 'The reference image has expired. Upload it again',
  missingThumbnail:
    'The thumbnail of the reference was deleted, or it is not finished. Choose another thumbnail',
  unusableImage: 'The reference image cannot be used: {problem}',
  unusablePicture: 'The picture cannot be used: {problem}',
  declinedImage: 'The reference image was declined',
  declinedBase: 'The image service declined this image',
  upscaledBase: 'An upscaled image cannot be edited further. Choose the version that it was made from',
  unusableMask: 'The painted area cannot be used: the mask {problem}',
  deletedBase: 'The image was deleted meanwhile',
  baseTooLarge:
    'This version has {pixels} pixels, and only versions of up to {limit} can be changed. Choose a smaller version',
  imageTooLarge: 'The image would be larger than the image service allows',
  compositionFailed: 'Your change was made, but putting it into your image failed on our side',
  declinedIdea: 'The text model declined this idea',
  noWords: 'This thumbnail has no words that say what it shows. Give it a name or a text first',
  noSuggestion: 'No suggestion is available at the moment',

  // The rate limits, by their names in `contract/rate-limits.ts`. The param `seconds` fills `{wait}`.
  generations: 'You have started too many thumbnails in a minute. Wait {wait}',
  unusableInput: 'Too many of your images failed. Change your prompts or references and wait {wait}',
  videoReferences: 'You have looked up too many videos in a minute. Wait {wait}',
  channelHandles: 'You have looked up too many channels today. Paste a link to a video, or wait {wait}',
  promptSuggestions: 'You have asked for too many suggestions in an hour. Wait {wait}',
  editSuggestions: 'You have described too many changes today. Use the tools, or wait {wait}',
  concepts: 'You have asked for too many concepts today. Wait {wait}',
  translations: 'You have asked for too many translations today. Type the words, or wait {wait}',
  designSaves: 'You have saved too many changes in a minute. Wait {wait}',
  dailyDesignSaves: 'You have saved too many changes today. Wait {wait}',
  photos: 'You have used too many of your own pictures today. Wait {wait}',
  copies: 'You have duplicated too many thumbnails today. Wait {wait}',
  keyRequests: 'This API key has sent too many requests in a minute. Wait {wait}',
  keys: 'You have created too many API keys today. Wait {wait}',
  supportMessages: 'You have sent too many messages today. Wait {wait}',
  allSupportMessages: 'Support has received too many messages today. Wait {wait}',
  exports: 'You have exported your account too often in an hour. Wait {wait}',
  exportPages: 'You have exported too much today. Wait {wait}',
  uploads: 'You have uploaded too many images in an hour. Wait {wait}',
  checkouts: 'You have started too many payments in an hour. Wait {wait}',
  confirmations: 'You have asked for your payments too often in an hour. Wait {wait}',
  deletions: 'You have asked for too many deletions in an hour. Wait {wait}',
  welcomes: 'The welcome credits of today are used up. Wait {wait}',
  domainWelcomes: 'The welcome credits of your e-mail domain are used up today. Wait {wait}',
  providerWelcomes: 'The welcome credits of your e-mail provider are used up today. Wait {wait}',
} as const;

export type Reason = keyof typeof REASONS;

/** Composes the reason of a failure: a sentence without its full stop, for use inside another sentence. */
export function composeClause({ code, params = {} }: Omit<ErrorData, 'charge'>): string {
  const { reason } = params;
  const clause = isReason(reason) ? REASONS[reason] : API_ERRORS[code].clause;
  return clause.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'wait' ? formatWait(Number(params['seconds'])) : String(params[name]),
  );
}

/** Composes the sentence of a response. */
export function composeError(error: ErrorData): string {
  const clause = composeClause(error);
  if (error.params?.['reason'] === 'invalidField') return clause;
  return `${addCharge(clause, error.charge)}.`;
}

function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}

/** Formats a time, e.g. `1 second`, `45 seconds`, `12 minutes`, `9 hours`. */
function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
