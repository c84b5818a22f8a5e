import { randomUUID } from 'node:crypto';
import { findUser } from '../ledger/users-table.ts';
import { preparePixelThread } from '../pixels/pixel-thread.ts';
import { recordWaitTime } from '../shared/metrics.ts';
import { chooseRetryDelay, chooseTurnDelay } from '../waiting-line/delays.ts';
import { isNext } from '../waiting-line/lines.ts';
import { LONGEST_WAIT_MS } from '../waiting-line/longest-wait.ts';
import type { WaitingMessage } from '../waiting-line/waiting-queue.ts';
import { AccountSuspendedError } from '../shared/errors.ts';
import { attemptGeneration, failAndRefund } from './attempt-generation.ts';
import { GenerationFailedError } from '../shared/generation-failure.ts';
import type { ImagePlan } from './plan-image.ts';
import { storeImages } from '../images/store-images.ts';
import type { PendingGeneration, Generation } from '../thumbnails-table/rows.ts';
import { markWaiting, startAttempt } from '../thumbnails-table/life-cycle.ts';
import { countWaiting } from '../thumbnails-table/queries.ts';

/** The delay, in seconds, while another attempt may be running. It ends within a minute. */
const CHECK_DELAY = 5;

/** Plans the next attempt of a generation, with the settings of now. @throws InvalidRequestError if they no longer allow it. */
export type PlanWaiting = (pending: PendingGeneration, message: WaitingMessage) => ImagePlan;

/**
 * Continues a generation that waits: tries the models if it is among the next ones of its line. The row decides, so a
 * message may be delivered twice, late, or to two workers: only one of them starts the attempt, and only that attempt can
 * end the generation.
 * @param remainingMs remaining invocation time.
 * @returns the seconds after which to deliver the message again; undefined if there is nothing left to do.
 * @throws when a call failed; the message must be delivered again.
 */
export async function processWaiting(
  message: WaitingMessage,
  remainingMs: number,
  planWaiting: PlanWaiting,
): Promise<number | undefined> {
  const now = Date.now();
  const { userId, generationId, waitingLine, waitingSince } = message;
  const secondsLeft = Math.ceil((Date.parse(waitingSince) + LONGEST_WAIT_MS - now) / 1_000);
  const isLastAttempt = secondsLeft <= 0;
  if (!isLastAttempt) {
    const ahead = await countWaiting(waitingLine, waitingSince);
    if (!isNext(waitingLine, ahead)) return Math.min(chooseTurnDelay(waitingLine, ahead), secondsLeft);
  }

  const attemptId = randomUUID();
  const pending = await startAttempt({ userId, generationId }, attemptId, now);
  if (pending?.status !== 'pending') return undefined;
  if (pending.attemptId !== attemptId) return CHECK_DELAY;

  const plan = () => planWaiting(pending, message);
  const outcome = await attempt(pending, plan, { endAt: now + remainingMs, mayWait: !isLastAttempt });
  if (outcome === 'not refunded') return CHECK_DELAY;
  if (outcome !== 'overloaded') {
    recordWaitTime((Date.now() - Date.parse(waitingSince)) / 1_000);
    return undefined;
  }
  await markWaiting(pending, { waitingLine, waitingSince });
  return Math.min(chooseRetryDelay(pending.attempts ?? 1), Math.max(1, secondsLeft));
}

/** @returns `not refunded` if the generation failed and its refund failed, too. */
async function attempt(
  pending: PendingGeneration,
  planNow: () => ImagePlan,
  options: { endAt: number; mayWait: boolean },
): Promise<Generation | 'overloaded' | 'refunded' | 'not refunded'> {
  try {
    const plan = await requireActive(pending)
      .then(planNow)
      .catch((error: unknown) => failAndRefund(error, pending));
    if ('status' in plan) return plan;
    preparePixelThread();
    return await attemptGeneration(pending, { plan, store: storeImages, ...options });
  } catch (error) {
    if (!(error instanceof GenerationFailedError)) throw error;
    return error.charge === 'refunded' ? 'refunded' : 'not refunded';
  }
}

/** @throws AccountSuspendedError if the account was suspended or closed meanwhile. */
async function requireActive({ userId }: PendingGeneration): Promise<void> {
  const user = await findUser(userId);
  if (user === undefined || user.suspendedAt !== undefined || user.closedAt !== undefined) {
    throw new AccountSuspendedError();
  }
}
