import type { Reason } from './error-reasons.ts';

/** The lengths of the windows, in ms. A window starts with a minute, an hour or a day (UTC). */
export const WINDOWS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export type RateLimitWindow = keyof typeof WINDOWS;

interface RateLimit {
  window: RateLimitWindow;
  /** The requests that one window allows, at least 1. */
  maximum: number;
}

/**
 * All rate limits. The name of a limit is also the name of its clause in `REASONS`, and the clause names the window. The windows are
 * fixed: a burst of up to twice the maximum is possible at the boundary of two windows. A stage can change the limits of `STAGE_LIMITS`.
 * `tests/bench/scale/daily-cost.ts` computes what the maxima cost in a day, and fails if they allow too much.
 */
export const RATE_LIMITS = {
  /** Generations of one user. A generation counts when it starts, also if it fails. Nine users at the limit use the quota of the default models. */
  generations: { window: 'minute', maximum: 12 },
  /**
   * Failures of one user that cost nothing: filtered prompts, unusable references, and images that were lost after a call of a model.
   * The last failure that the day allows pauses the generations of the user for a growing time.
   */
  unusableInput: { window: 'day', maximum: 5 },
  /** Lookups of a video or channel by one user. */
  videoReferences: { window: 'minute', maximum: 20 },
  /** Channels that one user looks up by their handles. Each takes 2 of the 10,000 units that the YouTube Data API gives a key in a day. */
  channelHandles: { window: 'day', maximum: 50 },
  /** Prompts of one user that the text model rewrites. */
  promptSuggestions: { window: 'hour', maximum: 60 },
  /** Sentences of one user that a text model maps to an edit. */
  editSuggestions: { window: 'day', maximum: 60 },
  /** Requests of one user for concepts, from a script or from a thumbnail. A script has up to 20,000 tokens. */
  concepts: { window: 'day', maximum: 6 },
  /** Requests of one user for translations. The second request for languages whose words do not fit also counts. */
  translations: { window: 'day', maximum: 40 },
  /** Reference images that one user uploads, and pictures that one user stores. */
  uploads: { window: 'hour', maximum: 60 },
  /** Changes of what one user has made: designs, brands, names, favorites, names of cut-outs. */
  designSaves: { window: 'minute', maximum: 60 },
  dailyDesignSaves: { window: 'day', maximum: 3_900 },
  /** Copies of thumbnails that one user makes. A copy costs no credit, so only this limit bounds the copies that an account stores. */
  copies: { window: 'day', maximum: 60 },
  /** Photos that one user makes a thumbnail of. A photo costs no credit, so only this limit bounds the photos that an account stores. */
  photos: { window: 'day', maximum: 60 },
  /** Requests with one API key. */
  keyRequests: { window: 'minute', maximum: 120 },
  /** API keys that one user creates. */
  keys: { window: 'day', maximum: 20 },
  /** Messages of one user to support. */
  supportMessages: { window: 'day', maximum: 10 },
  /** Messages of all users of the deployment to support. */
  allSupportMessages: { window: 'day', maximum: 200 },
  /** Exports of one user's account. An export counts with its first page. */
  exports: { window: 'hour', maximum: 10 },
  /** The further pages of one user's exports, with 200 generations each. */
  exportPages: { window: 'day', maximum: 500 },
  /** Checkout sessions that one user opens. */
  checkouts: { window: 'hour', maximum: 10 },
  /** Payments that one user has confirmed on the return from Checkout. */
  confirmations: { window: 'hour', maximum: 10 },
  /** Requests of one user to delete the account. Each repeats all steps, also the calls of Stripe and of the user pool. */
  deletions: { window: 'hour', maximum: 10 },
  /** Accounts of the deployment that receive their welcome credits. Deferred accounts receive them on a later day, at most half of its maximum. */
  welcomes: { window: 'day', maximum: 200 },
  /** Welcomed accounts with addresses of one registrable domain. */
  domainWelcomes: { window: 'day', maximum: 5 },
  /** Welcomed accounts with addresses of one large provider of e-mail. The provider has this limit in place of the limit of a domain. */
  providerWelcomes: { window: 'day', maximum: 100 },
} as const satisfies Partial<Record<Reason, RateLimit>>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/**
 * The limits that the setting `rateLimits` of a stage can change, because they follow its size: the quotas of its models, its newcomers
 * and its support. `RATE_LIMITS` has the maxima of a stage that changes none.
 */
export const STAGE_LIMITS = [
  'generations',
  'welcomes',
  'domainWelcomes',
  'providerWelcomes',
  'allSupportMessages',
] as const satisfies readonly RateLimitName[];

export type StageLimits = Record<(typeof STAGE_LIMITS)[number], number>;

/** Lists the maxima of all limits of a stage. */
export function listMaxima(stageLimits: StageLimits): Record<RateLimitName, number> {
  const maxima = Object.entries(RATE_LIMITS).map(([name, { maximum }]) => [name, maximum]);
  return { ...(Object.fromEntries(maxima) as Record<RateLimitName, number>), ...stageLimits };
}
