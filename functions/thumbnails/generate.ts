import { randomInt } from 'node:crypto';
import type { ImageModel } from '../../contract/model-pool.ts';
import { welcomeUser } from '../accounts/welcome.ts';
import { spendEntry } from '../ledger/ledger-table.ts';
import { postEntry } from '../ledger/ledger.ts';
import { SEED_LIMIT } from '../models/adapter.ts';
import { generateImage, selectModels } from '../models/pool.ts';
import { getRateLimit } from '../rate-limits/rate-limits.ts';
import { AccountClosedError, GenerationInProgressError, InsufficientCreditsError } from '../shared/errors.ts';
import { errorName, errorTrace, logger } from '../shared/logger.ts';
import {
  countCreditsSpent,
  countGeneration,
  countRefund,
  countRefundFailure,
  recordImageTime,
} from '../shared/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { GenerationFailedError, toFailureCode } from './generation-failure.ts';
import { buildImageKey, deleteImage, storeImage } from './image-bucket.ts';
import {
  insertPendingWrite,
  markSucceeded,
  parseThumbnail,
  type PendingThumbnail,
  type SucceededThumbnail,
  type Thumbnail,
} from './thumbnails-table.ts';

export interface GenerateInput extends Pick<
  PendingThumbnail,
  'userId' | 'generationId' | 'prompt' | 'negativePrompt'
> {
  /** A verified address; undefined if unknown. */
  email: string | undefined;
  /** The requested model. @default the first of the pool */
  model: string | undefined;
}

/** The invocation time that the last steps need, in ms. */
const TIME_RESERVE = { afterImage: 4_000, afterStoring: 2_500 } as const;

/**
 * Runs one generation: reserve -> generate the image -> store -> settle, or refund. The generation id is the idempotency
 * key: a repeated request returns the first result and costs nothing.
 * @param remainingMs remaining invocation time.
 * @throws InvalidRequestError for a model outside the pool, InsufficientCreditsError, AccountClosedError,
 * TooManyRequestsError, GenerationInProgressError; GenerationFailedError after the refund, or if refund-abandoned has to
 * refund.
 */
export async function generate(input: GenerateInput, remainingMs: number): Promise<SucceededThumbnail> {
  const endAt = Date.now() + remainingMs;
  const models = selectModels(input.model);
  const pending = createPending(input, models[0]);
  const existing = await reserve(pending, input.email);
  if (existing !== undefined) return toResult(existing);

  const imageKey = buildImageKey(input.userId, input.generationId);
  let isStored = false;
  try {
    const startedAt = Date.now();
    const image = await generateImage(models, pending, abortBefore(endAt, TIME_RESERVE.afterImage));
    recordImageTime(Date.now() - startedAt);

    // Set before the call, because the image may be stored even if the response is lost.
    isStored = true;
    await storeImage(imageKey, image.png, abortBefore(endAt, TIME_RESERVE.afterStoring));

    const { model, width, height } = image;
    const endedAt = new Date().toISOString();
    const result = { model: model.id, imageKey, width, height, endedAt };
    const settled = await markSucceeded({ ...pending, ...result, status: 'succeeded' });
    // If refund-abandoned ended the generation first, it has also counted it.
    if (settled.status === 'succeeded') countGeneration('succeeded', model.id);
    else await deleteImage(imageKey);
    return toResult(settled);
  } catch (error) {
    return failAndRefund(error, pending, isStored ? imageKey : undefined);
  }
}

/**
 * Takes the credits and inserts the record, in one transaction.
 * @param email verified; needed if the account has to be opened first.
 * @returns the existing thumbnail if the id was already used; then nothing was taken.
 * @throws InsufficientCreditsError, AccountClosedError, TooManyRequestsError; nothing was taken.
 */
async function reserve(pending: PendingThumbnail, email: string | undefined): Promise<Thumbnail | undefined> {
  const { userId, generationId, cost } = pending;
  const rateLimit = getRateLimit('generations', userId);
  const spend = () =>
    postEntry(spendEntry(userId, generationId, cost), {
      companionWrite: insertPendingWrite(pending),
      rateLimitWrite: rateLimit.write,
    });
  let outcome = await spend();
  if (outcome.kind === 'no_account') {
    await welcomeUser({ userId, email });
    outcome = await spend();
  }
  switch (outcome.kind) {
    case 'posted':
      countCreditsSpent(cost);
      return undefined;
    case 'refused':
      return parseThumbnail(outcome.existing);
    case 'insufficient':
      throw new InsufficientCreditsError();
    case 'closed':
      throw new AccountClosedError();
    case 'rate_limited':
      throw rateLimit.exceededError();
    case 'duplicate':
    case 'no_account':
      throw new Error(`The ledger refused the spend of a generation: ${outcome.kind}.`);
  }
}

/** The response for a generation in its current state. */
function toResult(thumbnail: Thumbnail): SucceededThumbnail {
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
 * Refunds the credits after a failed step. If the refund fails too, the generation stays pending and refund-abandoned
 * refunds it.
 * @param storedKey key of the image, if one may be in the bucket.
 * @returns the thumbnail, if only the response of the settle was lost.
 * @throws GenerationFailedError in all other cases.
 */
async function failAndRefund(
  error: unknown,
  pending: PendingThumbnail,
  storedKey: string | undefined,
): Promise<SucceededThumbnail> {
  // refund-abandoned has already ended and refunded the generation.
  if (error instanceof GenerationFailedError) throw error;
  const failure = toFailureCode(error);
  logger.warn('generation failed', { failure, ...errorTrace(error) });

  const { refunded, thumbnail } = await failGeneration(pending, failure).catch((refundError: unknown) => {
    countRefundFailure();
    logger.error('refund failed', { cause: errorName(refundError) });
    throw new GenerationFailedError(failure, { refunded: false, cause: error });
  });
  if (refunded) countRefund(pending.cost, 'failed');
  if (thumbnail?.status === 'succeeded') return thumbnail;

  countGeneration(failure, pending.model);
  if (storedKey !== undefined) await deleteImage(storedKey);
  throw new GenerationFailedError(failure, { refunded: true, cause: error });
}

function createPending(input: GenerateInput, { id: model, cost }: ImageModel): PendingThumbnail {
  const { userId, generationId, prompt, negativePrompt } = input;
  const seed = randomInt(1, SEED_LIMIT);
  const createdAt = new Date().toISOString();
  return { userId, generationId, prompt, negativePrompt, model, cost, seed, status: 'pending', createdAt };
}

/** A signal that aborts `reserveMs` before the end of the invocation. */
function abortBefore(endAt: number, reserveMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, endAt - reserveMs - Date.now()));
}
