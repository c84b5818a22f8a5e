import { setTimeout as delay } from 'node:timers/promises';
import { TooManyRequestsError } from '../errors/errors.ts';

const RETRY_BUDGET_MS = 2_500;
const BACKOFF = { baseMs: 20, capMs: 400 };
/** What has the items now has a moment's work. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Tries a write again for as long as another one has its items: the SDK does not. With full jitter (AWS Architecture
 * Blog, "Exponential Backoff And Jitter").
 * @param isConflict whether an error says "not now" rather than "no": nothing was written, and soon it may be.
 * @param retryBudgetMs how long it is tried. @default 2500
 * @throws TooManyRequestsError when the conflict outlasts the budget; any other error as it is.
 */
export async function throughConflicts<T>(
  write: () => Promise<T>,
  isConflict: (error: unknown) => boolean,
  retryBudgetMs = RETRY_BUDGET_MS,
): Promise<T> {
  const giveUpAt = Date.now() + retryBudgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw error;
      const pause = Math.random() * Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** attempt);
      if (Date.now() + pause > giveUpAt) {
        throw new TooManyRequestsError(RETRY_AFTER_SECONDS, undefined, { cause: error });
      }
      await delay(pause);
    }
  }
}
