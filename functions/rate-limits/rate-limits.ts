import * as z from 'zod/mini';
import { requireEnv } from '../shared/environment.ts';
import { TooManyRequestsError } from '../shared/errors.ts';
import { increment, incrementWrite, type Counter, type IncrementWrite } from './rate-limits-table.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Every rate limit: the length of its window, the setting with its maximum, and the message when it is exceeded.
 * Fixed window: a burst of up to twice the limit is possible at the boundary.
 */
const RATE_LIMITS = {
  /** Generations of one user. They count when they start, also if they fail. */
  generations: {
    windowMs: MINUTE_MS,
    setting: 'generationsPerMinute',
    message: (wait: string) =>
      `You have started too many thumbnails in a minute. Wait ${wait}; no credit was taken.`,
  },
  /** Lookups of a video or channel by one user. */
  videoReferences: {
    windowMs: MINUTE_MS,
    setting: 'videoReferencesPerMinute',
    message: (wait: string) => `You have looked up too many videos in a minute. Wait ${wait}.`,
  },
  /** Channels that one user looks up by their handles with the YouTube Data API. */
  channelHandles: {
    windowMs: DAY_MS,
    setting: 'channelHandlesPerDay',
    message: (wait: string) =>
      `You have looked up too many channels today. Paste a link to a video, or wait ${wait}.`,
  },
  /** Prompts that one user has rewritten. */
  promptSuggestions: {
    windowMs: HOUR_MS,
    setting: 'promptSuggestionsPerHour',
    message: (wait: string) => `You have asked for too many suggestions in an hour. Wait ${wait}.`,
  },
  /** Saves of designs by one user. */
  designSaves: {
    windowMs: MINUTE_MS,
    setting: 'designSavesPerMinute',
    message: (wait: string) => `You have saved too many changes in a minute. Wait ${wait}.`,
  },
  dailyDesignSaves: {
    windowMs: DAY_MS,
    setting: 'designSavesPerDay',
    message: (wait: string) => `You have saved too many changes today. Wait ${wait}.`,
  },
  /** Exports of one user's account. Each counts with its first page. */
  exports: {
    windowMs: HOUR_MS,
    setting: 'exportsPerHour',
    message: (wait: string) => `You have exported your account too often in an hour. Wait ${wait}.`,
  },
  /** The further pages of these exports. */
  exportPages: {
    windowMs: DAY_MS,
    setting: 'exportPagesPerDay',
    message: (wait: string) => `You have exported too much today. Wait ${wait}.`,
  },
  /** Reference images that one user uploads. */
  uploads: {
    windowMs: HOUR_MS,
    setting: 'uploadsPerHour',
    message: (wait: string) => `You have uploaded too many images in an hour. Wait ${wait}.`,
  },
  /** Checkout sessions that one user opens. */
  checkouts: {
    windowMs: HOUR_MS,
    setting: 'checkoutsPerHour',
    message: (wait: string) =>
      `You have started too many payments in an hour. Wait ${wait}; nothing was charged.`,
  },
  /** Accounts of the deployment that receive their welcome credits. The window is a day in UTC. */
  welcomes: {
    windowMs: DAY_MS,
    setting: 'welcomesPerDay',
    message: (wait: string) => `The welcome credits of today are used up. Wait ${wait}.`,
  },
  /** Accounts with addresses of one registrable domain that receive their welcome credits. The same window. */
  domainWelcomes: {
    windowMs: DAY_MS,
    setting: 'welcomesPerDomainAndDay',
    message: (wait: string) => `The welcome credits of your e-mail domain are used up today. Wait ${wait}.`,
  },
} as const satisfies Record<string, { windowMs: number; setting: string; message: (wait: string) => string }>;

type RateLimitSetting = (typeof RATE_LIMITS)[RateLimitName]['setting'] | 'filteredPerDay';

/** The stage's setting `rateLimits`. @throws at the cold start if a limit is missing or invalid. */
export const SETTINGS = z
  .record(
    z.enum(['filteredPerDay', ...Object.values(RATE_LIMITS).map(({ setting }): RateLimitSetting => setting)]),
    z.int().check(z.minimum(1)),
  )
  .parse(JSON.parse(requireEnv('RATE_LIMITS')));

type RateLimitName = keyof typeof RATE_LIMITS;

export interface RateLimit {
  /** Counts one request. Its condition fails when the limit is exceeded. */
  write: IncrementWrite;
  /** End of the window, in ms since the epoch. */
  end: number;
  /** The error for an exceeded limit, with the time until the window ends. */
  exceededError(): TooManyRequestsError;
}

/**
 * Counts one request outside a transaction.
 * @param id whom the limit applies to, e.g. a user's id.
 * @throws TooManyRequestsError when the limit is exceeded.
 */
export async function enforceRateLimit(name: RateLimitName, id: string): Promise<void> {
  const rateLimit = getRateLimit(name, id);
  if (!(await increment(rateLimit.write))) throw rateLimit.exceededError();
}

/**
 * @param id whom the limit applies to, e.g. a user's id.
 * @param share of the setting that is the maximum.
 */
export function getRateLimit(name: RateLimitName, id: string, share = 1): RateLimit {
  const { windowMs, setting, message } = RATE_LIMITS[name];
  const counter = findCounter(`${name}#${id}`, windowMs);
  return {
    write: incrementWrite(counter, Math.ceil(SETTINGS[setting] * share)),
    end: counter.end,
    exceededError: () => createWaitError(counter.end, message),
  };
}

/** The counter of the current window. */
export function findCounter(subject: string, windowMs: number): Counter {
  const start = Math.floor(Date.now() / windowMs) * windowMs;
  return { subject, start, end: start + windowMs };
}

/** @param until in ms since the epoch. */
export function createWaitError(until: number, message: (wait: string) => string): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new TooManyRequestsError(seconds, message(formatWait(seconds)));
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
