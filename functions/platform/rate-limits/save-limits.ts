import { enforceRateLimit } from './rate-limits.ts';

/**
 * Counts a save of a user's work. A save that the limit of a minute refuses is not counted for the day: a page that repeats refused saves
 * must not use up the saves of the day.
 * @throws TooManyRequestsError if a limit is exceeded.
 */
export async function enforceSaveLimits(userId: string): Promise<void> {
  await enforceRateLimit('designSaves', userId);
  await enforceRateLimit('dailyDesignSaves', userId);
}
