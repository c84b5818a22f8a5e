import * as z from 'zod/mini';
import type { TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';
import { TooManyRequestsError } from '../shared/errors.ts';
import { incrementWrite } from './rate-limits-table.ts';

/** The stage's setting `rateLimits`. @throws at the cold start if a limit is invalid. */
const SETTINGS = z
  .object({ generationsPerMinute: z.int().check(z.minimum(1)) })
  .parse(JSON.parse(requireEnv('RATE_LIMITS')));

/**
 * Every rate limit: the length of its window, the setting with its maximum, and the message when it is exceeded.
 * Fixed window: a burst of up to twice the limit is possible at the boundary.
 */
const RATE_LIMITS = {
  /** Generations of one user. They count when they start, also if they fail. */
  generations: {
    windowMs: 60_000,
    setting: 'generationsPerMinute',
    message: (wait: string) =>
      `You have started too many thumbnails in a minute. Wait ${wait}; no credit was taken.`,
  },
} as const satisfies Record<
  string,
  { windowMs: number; setting: keyof typeof SETTINGS; message: (wait: string) => string }
>;

export interface RateLimit {
  /** Counts one request. Its condition fails when the limit is exceeded. */
  write: TransactItem;
  /** The error for an exceeded limit, with the time until the window ends. */
  exceededError(): TooManyRequestsError;
}

/** @param id whom the limit applies to, e.g. a user's id. */
export function getRateLimit(name: keyof typeof RATE_LIMITS, id: string): RateLimit {
  const { windowMs, setting, message } = RATE_LIMITS[name];
  const start = Math.floor(Date.now() / windowMs) * windowMs;
  const end = start + windowMs;
  return {
    write: incrementWrite({ subject: `${name}#${id}`, start, end }, SETTINGS[setting]),
    exceededError() {
      const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1_000));
      return new TooManyRequestsError(seconds, message(`${seconds} second${seconds === 1 ? '' : 's'}`));
    },
  };
}
