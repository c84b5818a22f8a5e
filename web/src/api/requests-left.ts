/** The requests that are left of a limit, as the last response said. The first page does not load this code. */
import { RATE_LIMITS, WINDOWS, type RateLimitWindow } from '#contract/rate-limits.ts';
import { hasCode } from './errors.ts';
import { readJson, STORAGE_KEYS, writeItem } from '../lib/browser-storage.ts';
import { isNumber, isObjectOf, isString } from '../lib/guards.ts';
import { isSignedInAs, sessionStore } from '../session/session-store.ts';

/** The limits whose responses say what is left, and where the browser keeps it. */
const KEYS = { concepts: STORAGE_KEYS.conceptsLeft, translations: 'translationsLeft' } as const;

type CountedLimit = keyof typeof KEYS;

const isRemainder = isObjectOf({ userId: isString, window: isNumber, left: isNumber });

/** Numbers the windows of a limit. At the end of a window, the server counts from 0 again. */
const numberWindow = (limit: CountedLimit, time: number) =>
  Math.floor(time / WINDOWS[RATE_LIMITS[limit].window]);

/** Reads the requests that the user has left in this window. @returns undefined before the first response */
export function readLeft(limit: CountedLimit): number | undefined {
  const stored = readJson(KEYS[limit], isRemainder);
  return stored?.window === numberWindow(limit, Date.now()) && isSignedInAs(stored.userId)
    ? stored.left
    : undefined;
}

/** @param askedAt when the request was sent: the server counts a request before its answer, which may take until the next window */
export function storeLeft(limit: CountedLimit, left: number, askedAt: number): void {
  const session = sessionStore.get();
  if (session.status !== 'signed-in') return;
  writeItem(
    KEYS[limit],
    JSON.stringify({ userId: session.user.id, window: numberWindow(limit, askedAt), left }),
  );
}

/**
 * Sends a request that counts against a limit, and stores how many requests are left, also if the limit refuses the request: another page
 * may have sent the last one.
 */
export async function sendCounted<Answer extends { left: number }>(
  limit: CountedLimit,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const askedAt = Date.now();
  try {
    const answer = await send();
    storeLeft(limit, answer.left, askedAt);
    return answer;
  } catch (error) {
    // API Gateway and a busy table refuse requests with the same code, but without this reason.
    if (hasCode(error, 'too_many_requests') && error.reason === limit) storeLeft(limit, 0, askedAt);
    throw error;
  }
}

const PERIODS: Record<RateLimitWindow, { each: string; current: string }> = {
  minute: { each: 'a minute', current: 'this minute' },
  hour: { each: 'an hour', current: 'this hour' },
  day: { each: 'a day', current: 'today' },
};

/** Names the window of a limit: `a day` and `today`. */
export const namePeriod = (limit: CountedLimit) => PERIODS[RATE_LIMITS[limit].window];
