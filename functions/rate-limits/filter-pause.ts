import type { TransactItem } from '../shared/dynamodb-writes.ts';
import type { TooManyRequestsError } from '../shared/errors.ts';
import { createWaitError, DAY_MS, findCounter, MINUTE_MS, SETTINGS } from './rate-limits.ts';
import { countUp, notPausedCheck, pauseUntil, readPause } from './rate-limits-table.ts';

/**
 * A generation that fails because of its prompt or its reference, or after a model was called, is free for the user, and it costs
 * the stage a call of a model. The last one that a day (UTC) allows (`filteredPerDay`) pauses the user's generations for a minute,
 * and each further one on that day twice as long as the one before, up to a day. The pauses bound what one user costs in a day;
 * docs/security.md has the sum.
 */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/** The condition that a user is not paused. It is part of the reserve transaction, so it costs no further call. */
export function filterPauseCheck(userId: string): TransactItem {
  return notPausedCheck(subject(userId));
}

/** @param pause the item that the check found. */
export function filterPauseError(pause: Record<string, unknown> | undefined): TooManyRequestsError {
  return createWaitError(readPause(pause), 'unusableInput');
}

/**
 * Counts a generation that may have cost the stage a call of a model, and pauses the user at the limit. Call it before the refund.
 * @throws if DynamoDB fails; then the generation must not be refunded yet.
 */
export async function countFreeFailure(userId: string): Promise<void> {
  const count = await countUp(findCounter(subject(userId), DAY_MS));
  const excess = count - SETTINGS.filteredPerDay;
  if (excess < 0) return;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** excess);
  await pauseUntil(subject(userId), Date.now() + pauseMs);
}

const subject = (userId: string) => `filtered#${userId}`;
