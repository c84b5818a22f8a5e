import { RATE_LIMITS, WINDOWS } from '#contract/rate-limits.ts';
import type { TransactItem } from '../dynamodb-writes.ts';
import { CodedError, type TooManyRequestsError } from '../errors.ts';
import { createWaitError, findCounter } from './rate-limits.ts';
import { countUp, findPause, notPausedCheck, pauseUntil, readPause } from './rate-limits-table.ts';

/**
 * A generation is free for the user if it fails because of its prompt or its reference, or after a model was called. But it costs the stage
 * a call of a model. The last failure that a day (UTC) allows (`unusableInput`) pauses the user's generations for a minute. Each further
 * failure on that day doubles the pause, up to a day. The pauses bound the cost of one user in a day; docs/security.md has the sum.
 */
const FIRST_PAUSE_MS = WINDOWS.minute;
const LONGEST_PAUSE_MS = WINDOWS.day;

/** Creates the check that a user is not paused. The check is part of the reserve transaction, so it costs no further call. */
export function filterPauseCheck(userId: string): TransactItem {
  return notPausedCheck(subject(userId));
}

/**
 * Reads the error of a generation that waits in line while its user is paused. The error has the same reason as the error of a new
 * generation. Its code is a failure of a generation, because the generation ends.
 * @returns undefined if the user is not paused.
 */
export async function findPausedError(userId: string): Promise<CodedError | undefined> {
  const pause = await findPause(subject(userId));
  if (pause === undefined || readPause(pause) <= Date.now()) return undefined;
  return new CodedError('generations_paused', { params: filterPauseError(pause).params });
}

/** Creates the error for a paused user. @param pause the item that the check found. */
export function filterPauseError(pause: Record<string, unknown> | undefined): TooManyRequestsError {
  return createWaitError(readPause(pause), 'unusableInput');
}

/**
 * Counts a failed generation that may have cost the stage a call of a model, and pauses the user at the limit. Call this function before
 * the refund.
 * @throws if DynamoDB fails. The generation must then not be refunded yet.
 */
export async function countFreeFailure(userId: string): Promise<void> {
  const { window, maximum } = RATE_LIMITS.unusableInput;
  const count = await countUp(findCounter(subject(userId), window));
  const excess = count - maximum;
  if (excess < 0) return;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** excess);
  await pauseUntil(subject(userId), Date.now() + pauseMs);
}

const subject = (userId: string) => `filtered#${userId}`;
