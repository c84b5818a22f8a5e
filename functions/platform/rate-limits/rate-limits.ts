import * as z from 'zod/mini';
import type { Reason } from '#contract/error-reasons.ts';
import type { RateLimitSetting } from '#contract/rate-limit-settings.ts';
import { requireEnv } from '../environment.ts';
import { TooManyRequestsError } from '../errors.ts';
import { increment, incrementWrite, type Counter, type IncrementWrite } from './rate-limits-table.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * All rate limits. Each limit has the length of its window and the setting with its maximum. Its name is also the name of its clause in
 * `REASONS`. The windows are fixed: a burst of up to twice the limit is possible at the boundary of two windows.
 */
const RATE_LIMITS = {
  /** Generations of one user. A generation counts when it starts, also if it fails. */
  generations: { windowMs: MINUTE_MS, setting: 'generationsPerMinute' },
  /** Lookups of a video or channel by one user. */
  videoReferences: { windowMs: MINUTE_MS, setting: 'videoReferencesPerMinute' },
  /** Channels that one user looks up by their handles with the YouTube Data API. */
  channelHandles: { windowMs: DAY_MS, setting: 'channelHandlesPerDay' },
  /** Prompts of one user that the text model rewrites. */
  promptSuggestions: { windowMs: HOUR_MS, setting: 'promptSuggestionsPerHour' },
  /** Sentences of one user that a text model maps to an edit. */
  editSuggestions: { windowMs: DAY_MS, setting: 'editSuggestionsPerDay' },
  /** Requests of one user for concepts, from a script or from a thumbnail. */
  concepts: { windowMs: DAY_MS, setting: 'conceptsPerDay' },
  /** Saves of designs by one user. */
  designSaves: { windowMs: MINUTE_MS, setting: 'designSavesPerMinute' },
  dailyDesignSaves: { windowMs: DAY_MS, setting: 'designSavesPerDay' },
  /** Requests with one API key. */
  keyRequests: { windowMs: MINUTE_MS, setting: 'requestsPerKeyAndMinute' },
  /** API keys that one user creates. */
  keys: { windowMs: DAY_MS, setting: 'keysPerDay' },
  /** Messages of one user to support. */
  supportMessages: { windowMs: DAY_MS, setting: 'supportMessagesPerDay' },
  /** Exports of one user's account. An export counts with its first page. */
  exports: { windowMs: HOUR_MS, setting: 'exportsPerHour' },
  /** The further pages of one user's exports. */
  exportPages: { windowMs: DAY_MS, setting: 'exportPagesPerDay' },
  /** Reference images that one user uploads. */
  uploads: { windowMs: HOUR_MS, setting: 'uploadsPerHour' },
  /** Checkout sessions that one user opens. */
  checkouts: { windowMs: HOUR_MS, setting: 'checkoutsPerHour' },
  /** Payments that one user has confirmed on the return from Checkout. The limit is the limit of `checkouts`. */
  confirmations: { windowMs: HOUR_MS, setting: 'checkoutsPerHour' },
  /** Accounts of the deployment that receive their welcome credits. The window is a day in UTC. */
  welcomes: { windowMs: DAY_MS, setting: 'welcomesPerDay' },
  /** Accounts with addresses of one registrable domain that receive their welcome credits. The window is a day in UTC. */
  domainWelcomes: { windowMs: DAY_MS, setting: 'welcomesPerDomainAndDay' },
  /** Accounts with addresses of one large provider of e-mail that receive their welcome credits. The window is a day in UTC. */
  providerWelcomes: { windowMs: DAY_MS, setting: 'welcomesPerProviderAndDay' },
  /** Messages of all users of the deployment to support. */
  allSupportMessages: { windowMs: DAY_MS, setting: 'supportMessagesOfStagePerDay' },
} as const satisfies Partial<Record<Reason, { windowMs: number; setting: RateLimitSetting }>>;

/** The stage's setting `rateLimits`. @throws at the cold start if a limit is missing or invalid. */
export const SETTINGS = z
  .record(
    z.enum(['filteredPerDay', ...Object.values(RATE_LIMITS).map(({ setting }): RateLimitSetting => setting)]),
    z.int().check(z.minimum(1)),
  )
  .parse(JSON.parse(requireEnv('RATE_LIMITS')));

type RateLimitName = keyof typeof RATE_LIMITS;

export interface RateLimit {
  /** Counts one request, or several requests. The condition of the write fails if the limit is exceeded. */
  write: IncrementWrite;
  /** The end of the window, in ms since the epoch. */
  end: number;
  /** Creates the error for an exceeded limit, with the time until the window ends. */
  exceededError(): TooManyRequestsError;
}

interface CountOptions {
  /** The share of the setting that is the maximum. @default 1 */
  share?: number;
  /** The number of requests that count together. Either all of them count, or none of them. @default 1 */
  requests?: number;
}

/**
 * Counts requests outside of a transaction.
 * @param id the id that the limit applies to, e.g. the id of a user.
 * @throws TooManyRequestsError if the limit is exceeded.
 */
export async function enforceRateLimit(
  name: RateLimitName,
  id: string,
  options?: CountOptions,
): Promise<void> {
  const rateLimit = getRateLimit(name, id, options);
  if (!(await increment(rateLimit.write))) throw rateLimit.exceededError();
}

/** Returns a limit for its use in a transaction. @param id the id that the limit applies to, e.g. the id of a user. */
export function getRateLimit(
  name: RateLimitName,
  id: string,
  { share = 1, requests = 1 }: CountOptions = {},
): RateLimit {
  const { windowMs, setting } = RATE_LIMITS[name];
  const counter = findCounter(`${name}#${id}`, windowMs);
  return {
    write: incrementWrite(counter, Math.ceil(SETTINGS[setting] * share), requests),
    end: counter.end,
    exceededError: () => createWaitError(counter.end, name),
  };
}

/** Returns the counter of the current window. */
export function findCounter(subject: string, windowMs: number): Counter {
  const start = Math.floor(Date.now() / windowMs) * windowMs;
  return { subject, start, end: start + windowMs };
}

/** Creates an error that tells how long to wait. @param until in ms since the epoch. */
export function createWaitError(until: number, reason: Reason): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new TooManyRequestsError(seconds, reason);
}
