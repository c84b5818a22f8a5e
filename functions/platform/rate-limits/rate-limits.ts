import * as z from 'zod/mini';
import type { Reason } from '#contract/error-reasons.ts';
import {
  listMaxima,
  RATE_LIMITS,
  STAGE_LIMITS,
  WINDOWS,
  type RateLimitName,
  type RateLimitWindow,
} from '#contract/rate-limits.ts';
import { requireEnv } from '../environment.ts';
import { TooManyRequestsError } from '../errors.ts';
import {
  increment,
  incrementTo,
  incrementWrite,
  type Counter,
  type IncrementWrite,
} from './rate-limits-table.ts';

/** The maxima of the limits. @throws at the cold start if the stage's setting `rateLimits` is missing or invalid. */
const MAXIMA = listMaxima(
  z.record(z.enum(STAGE_LIMITS), z.int().check(z.minimum(1))).parse(JSON.parse(requireEnv('RATE_LIMITS'))),
);

export interface RateLimit {
  /** Counts one request, or several requests. The condition of the write fails if the limit is exceeded. */
  write: IncrementWrite;
  /** The end of the window, in ms since the epoch. */
  end: number;
  /** Creates the error for an exceeded limit, with the time until the window ends. */
  exceededError(): TooManyRequestsError;
}

interface CountOptions {
  /** The share of the maximum that this count may use. @default 1 */
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

/**
 * Counts one request outside of a transaction.
 * @param id the id that the limit applies to, e.g. the id of a user.
 * @returns the requests that are left in the window.
 * @throws TooManyRequestsError if the limit is exceeded.
 */
export async function countRequest(name: RateLimitName, id: string): Promise<number> {
  const rateLimit = getRateLimit(name, id);
  const requests = await incrementTo(rateLimit.write);
  if (requests === undefined) throw rateLimit.exceededError();
  return MAXIMA[name] - requests;
}

/** Returns a limit for its use in a transaction. @param id the id that the limit applies to, e.g. the id of a user. */
export function getRateLimit(
  name: RateLimitName,
  id: string,
  { share = 1, requests = 1 }: CountOptions = {},
): RateLimit {
  const counter = findCounter(`${name}#${id}`, RATE_LIMITS[name].window);
  return {
    write: incrementWrite(counter, Math.ceil(MAXIMA[name] * share), requests),
    end: counter.end,
    exceededError: () => createWaitError(counter.end, name),
  };
}

/** Returns the counter of the current window. */
export function findCounter(subject: string, window: RateLimitWindow): Counter {
  const windowMs = WINDOWS[window];
  const start = Math.floor(Date.now() / windowMs) * windowMs;
  return { subject, start, end: start + windowMs };
}

/** Creates an error that tells how long to wait. @param until in ms since the epoch. */
export function createWaitError(until: number, reason: Reason): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new TooManyRequestsError(seconds, reason);
}
