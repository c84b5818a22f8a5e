import { editOperation } from '#contract/endpoints/edit-requests.ts';
import { SHORTEST_DELAY_SECONDS } from '#contract/waiting-line.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { planEdit } from '../thumbnails/edits/plan-edit.ts';
import { attemptGeneration, failAndRefund } from '../thumbnails/generation/attempt-generation.ts';
import { type ImagePlan, planImage } from '../thumbnails/generation/plan-image.ts';
import { storeImages } from '../thumbnails/generation/store-images.ts';
import { findUser, type User } from '../credits/ledger/users-table.ts';
import { preparePixelThread } from '../images/pixels/pixel-thread.ts';
import { countFreeFailure, findPausedError } from '../platform/rate-limits/filter-pause.ts';
import { AccountClosedError, CodedError } from '../platform/errors.ts';
import { GenerationFailedError } from '../thumbnails/table/generation-failure.ts';
import { errorTrace, logger } from '../platform/logger.ts';
import { recordWaitTime } from '../platform/metrics.ts';
import { markWaiting, startAttempt } from '../thumbnails/table/life-cycle.ts';
import { countWaiting } from '../thumbnails/table/queries.ts';
import type { Generation, PendingGeneration } from '../thumbnails/table/rows.ts';
import { estimateTurn, isNext, TURN_SECONDS } from '../thumbnails/waiting-line/lines.ts';
import { LONGEST_WAIT_MS } from '../thumbnails/waiting-line/longest-wait.ts';
import { delayMessage, parseMessage, type WaitingMessage } from '../thumbnails/waiting-line/waiting-queue.ts';

const LONGEST_TURN_DELAY = 60;
/**
 * The longest delay before a retry, in seconds. It is short, because the waiting generations compete with new generations for the quota:
 * waiting generations that try more often get a larger share.
 */
const LONGEST_RETRY_DELAY = 4;

/**
 * Chooses the delay, in whole seconds, of a generation that may not try yet. The delay is at most the estimated time, so that the
 * generation is back in time if other generations leave the line.
 */
function chooseTurnDelay(line: string, ahead: number): number {
  const untilTurn = Math.ceil(estimateTurn(line, ahead)) - TURN_SECONDS;
  return chooseUpTo(Math.min(LONGEST_TURN_DELAY, Math.max(SHORTEST_DELAY_SECONDS, untilTurn)));
}

/** Chooses the delay, in whole seconds, after all models were overloaded. The delay doubles with each attempt. */
function chooseRetryDelay(attempts: number): number {
  return chooseUpTo(Math.min(LONGEST_RETRY_DELAY, SHORTEST_DELAY_SECONDS * 2 ** (attempts - 1)));
}

/** Adds equal jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): half of the delay is fixed. */
function chooseUpTo(seconds: number): number {
  return randomInt(Math.ceil(seconds / 2), seconds + 1);
}

/** The delay, in seconds, while another attempt may be running. The other attempt ends within a minute. */
const CHECK_DELAY = 5;

/**
 * Plans the next attempt of a generation with the current settings. @throws InvalidRequestError if the settings no longer allow the
 * generation.
 */
type PlanWaiting = (pending: PendingGeneration, message: WaitingMessage) => ImagePlan;

/**
 * Continues a waiting generation: tries the models if the generation is among the next generations of its line. The row of the generation
 * decides, so a message may be delivered twice, late, or to two workers: only one worker starts the attempt, and only this attempt can end
 * the generation.
 * @param remainingMs the remaining invocation time, in ms.
 * @returns the seconds after which to deliver the message again, or undefined if no work remains.
 * @throws if a call failed. The message must then be delivered again.
 */
async function processWaiting(
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

  // The account and the pause are read before the attempt, so that a failed read returns the message and does not end the generation.
  const [user, pausedError] = await Promise.all([findUser(userId), findPausedError(userId)]);
  const attemptId = randomUUID();
  const { thumbnail: pending, hasDied } = await startAttempt({ userId, generationId }, attemptId, now);
  if (pending?.status !== 'pending') return undefined;
  if (pending.attemptId !== attemptId) return CHECK_DELAY;
  // The previous attempt may have paid a model.
  if (hasDied) await countFreeFailure(userId);

  const plan = () => {
    requireActive(user);
    if (pausedError !== undefined) throw pausedError;
    return planWaiting(pending, message);
  };
  const outcome = await attempt(pending, plan, { endAt: now + remainingMs, mayWait: !isLastAttempt });
  if (outcome === 'not refunded') return CHECK_DELAY;
  if (outcome !== 'overloaded') {
    recordWaitTime((Date.now() - Date.parse(waitingSince)) / 1_000);
    return undefined;
  }
  await markWaiting(pending, { waitingLine, waitingSince });
  return Math.min(chooseRetryDelay(pending.attempts ?? 1), Math.max(SHORTEST_DELAY_SECONDS, secondsLeft));
}

/** Runs an attempt. @returns `not refunded` if the generation failed and its refund also failed. */
async function attempt(
  pending: PendingGeneration,
  planNow: () => ImagePlan,
  options: { endAt: number; mayWait: boolean },
): Promise<Generation | 'overloaded' | 'refunded' | 'not refunded'> {
  try {
    const plan = await Promise.resolve()
      .then(planNow)
      .catch((error: unknown) => failAndRefund(error, pending));
    if ('status' in plan) return plan;
    preparePixelThread();
    return await attemptGeneration(pending, { plan, store: storeImages, ...options });
  } catch (error) {
    // The deletion of the account has refunded the generation.
    if (error instanceof AccountClosedError) return 'refunded';
    if (!(error instanceof GenerationFailedError)) throw error;
    return error.charge === 'refunded' ? 'refunded' : 'not refunded';
  }
}

/** @throws `account_suspended` if the account was suspended or deleted since the generation was requested. */
function requireActive(user: User | undefined): void {
  if (user === undefined || user.suspendedAt !== undefined || user.closedAt !== undefined) {
    throw new CodedError('account_suspended');
  }
}

/** The delay after an unexpected error, in seconds. */
const ERROR_DELAY = 10;

/** Continues the generations that wait for a model. SQS invokes the function with one message at a time. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const record of event.Records) {
    const retryIn = await processRecord(record, context.getRemainingTimeInMillis());
    if (retryIn === undefined) continue;
    await delayMessage(record.receiptHandle, retryIn);
    batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}

/** Processes a message. @throws after an unexpected error, so that the invocation counts as failed. */
async function processRecord(
  { body, receiptHandle }: SQSRecord,
  remainingMs: number,
): Promise<number | undefined> {
  try {
    return await processWaiting(parseMessage(body), remainingMs, planWaiting);
  } catch (error) {
    logger.error('waiting generation not processed', errorTrace(error));
    // Without this call, the queue would deliver the message only after its visibility timeout.
    await delayMessage(receiptHandle, ERROR_DELAY).catch(() => undefined);
    throw error;
  }
}

const planWaiting: PlanWaiting = (pending, { reference, mask }) => {
  const { userId, thumbnailId, baseId } = pending;
  if (pending.kind !== 'edit') return planImage({ ...pending, reference });
  if (thumbnailId === undefined || baseId === undefined) throw new Error('The row of an edit is incomplete.');
  const operation = editOperation.parse({ ...pending.operation, ...(mask !== undefined && { mask }) });
  return planEdit({ userId, thumbnailId, baseId, operation }).plan;
};
