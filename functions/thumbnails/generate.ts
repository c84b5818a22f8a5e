import { randomInt } from 'node:crypto';
import { CodedError, GenerationInProgressError } from '../errors/errors.ts';
import { SEED_LIMIT } from '../models/model.ts';
import { candidates, paint } from '../models/pool.ts';
import { errorName, errorTrace, logger } from '../telemetry/logger.ts';
import { countGeneration, countRefund, countRefundFailure, recordPaintTime } from '../telemetry/metrics.ts';
import type { Deadline } from './deadline.ts';
import { failGeneration } from './fail-generation.ts';
import { GenerationFailedError } from './generation-failed-error.ts';
import { discardImage, imageKey, storeImage } from './image-bucket.ts';
import { isFailureCode, type Pending, type Succeeded, type Thumbnail } from './record.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';

export interface GenerationOrder {
  userId: string;
  /** Verified; undefined where it is not known. */
  email: string | undefined;
  generationId: string;
  prompt: string;
  negativePrompt: string | undefined;
  /** The model the creator chose; the pool's first when absent. */
  model: string | undefined;
}

/** What the last steps need, in ms before the invocation's end. */
const TIME_KEPT = { afterPainting: 4_000, afterStoring: 2_500 } as const;

/**
 * One generation: reserve -> paint -> store -> settle, or refund. The id is the idempotency key: the same id again
 * answers as the first time and costs nothing more.
 * @throws InvalidRequestError for a model outside the pool, InsufficientCreditsError, AccountClosedError,
 * TooManyRequestsError, GenerationInProgressError; GenerationFailedError once the credits are back, or will be by
 * refund-abandoned.
 */
export async function generate(order: GenerationOrder, deadline: Deadline): Promise<Succeeded> {
  const models = candidates(order.model);
  const pending = newPending(order, models[0].id, models[0].cost);
  const earlier = await reserve(pending, order.email);
  if (earlier !== undefined) return answerAgain(earlier);

  const key = imageKey(order.userId, order.generationId);
  let mayBeStored = false;
  try {
    const startedAt = Date.now();
    const painting = await paint(models, pending, deadline.signalBefore(TIME_KEPT.afterPainting));
    recordPaintTime(Date.now() - startedAt);

    const { model, png, width, height } = painting;
    mayBeStored = true;
    await storeImage(key, png, deadline.signalBefore(TIME_KEPT.afterStoring));

    const settled = await settle(pending, { model: model.id, imageKey: key, width, height });
    // Where refund-abandoned came first, it has counted the end.
    if (settled.status === 'succeeded') countGeneration('succeeded', model.id);
    else await discardImage(key);
    return answerAgain(settled);
  } catch (error) {
    return giveBack(error, pending, mayBeStored ? key : undefined);
  }
}

/** What a generation that was begun before answers now. */
function answerAgain(thumbnail: Thumbnail): Succeeded {
  switch (thumbnail.status) {
    case 'succeeded':
      return thumbnail;
    case 'pending':
      throw new GenerationInProgressError();
    case 'failed':
      throw new GenerationFailedError(thumbnail.failure, { refunded: true });
  }
}

/**
 * Gives the credits back after a failed step. Where that fails too the generation stays pending, and
 * refund-abandoned makes it good.
 * @param stored key of the picture, if one may be in the bucket.
 * @returns the thumbnail where only the answer of the last step was lost.
 * @throws GenerationFailedError in every other case.
 */
async function giveBack(error: unknown, pending: Pending, stored: string | undefined): Promise<Succeeded> {
  // Ended by refund-abandoned in the meantime: refunded already.
  if (error instanceof GenerationFailedError) throw error;
  const failure = error instanceof CodedError && isFailureCode(error.code) ? error.code : 'internal';
  logger.warn('generation failed', { failure, ...errorTrace(error) });

  const end = await failGeneration(pending, failure).catch((refundError: unknown) => {
    countRefundFailure();
    logger.error('refund failed', { cause: errorName(refundError) });
    throw new GenerationFailedError(failure, { refunded: false, cause: error });
  });
  if (end.refunded) countRefund(pending.cost, 'failed');
  if (end.thumbnail?.status === 'succeeded') return end.thumbnail;

  countGeneration(failure, pending.model);
  if (stored !== undefined) await discardImage(stored);
  throw new GenerationFailedError(failure, { refunded: true, cause: error });
}

function newPending(order: GenerationOrder, model: string, cost: number): Pending {
  const { userId, generationId, prompt, negativePrompt } = order;
  return {
    userId,
    generationId,
    prompt,
    negativePrompt,
    model,
    cost,
    seed: randomInt(1, SEED_LIMIT),
    status: 'pending',
    createdAt: new Date().toISOString(),
  };
}
