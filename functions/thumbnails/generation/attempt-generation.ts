import { ModelsOverloadedError } from '../../models/generate-image.ts';
import { countFreeFailure } from '../../platform/rate-limits/filter-pause.ts';
import { AccountClosedError, CodedError } from '../../platform/errors.ts';
import { errorName, errorTrace, logger } from '../../platform/logger.ts';
import { countGeneration, countRefund, countRefundFailure } from '../../platform/metrics.ts';
import { failGeneration } from './fail-generation.ts';
import { GenerationFailedError, toFailure, type Failure } from '../table/generation-failure.ts';
import { discardImages } from '../../images/image-bucket.ts';
import type { GeneratedImage, ImagePlan } from './plan-image.ts';
import {
  isErased,
  type PendingGeneration,
  type SucceededGeneration,
  type GenerationKey,
  type Generation,
} from '../table/rows.ts';
import { markSucceeded } from '../table/life-cycle.ts';

/** The invocation time that the last steps need, in ms. */
const TIME_RESERVE = { afterImage: 4_000, afterStoring: 2_500 } as const;

/** The failures that a user can cause at will. They cost no credit, but calls of S3, YouTube or a model. */
const INPUT_FAILURES: ReadonlySet<Failure['code']> = new Set([
  'content_filtered',
  'edit_not_possible',
  'reference_invalid',
  'reference_not_found',
]);

interface AttemptOptions {
  plan: Pick<ImagePlan, 'generate' | 'composeMs'>;
  /** Stores the image before `endAt` (ms since the epoch). @throws if the image may not be stored. */
  store: (key: GenerationKey, image: GeneratedImage, endAt: number) => Promise<StoredKeys>;
  /** The end of the invocation, in ms since the epoch. */
  endAt: number;
  /** True if the generation may wait when the models are overloaded. Otherwise the generation fails. */
  mayWait: boolean;
}

type StoredKeys = Pick<SucceededGeneration, 'imageKey' | 'previewKey'>;

/**
 * Runs one attempt of a generation: load the reference, if the generation has one -> generate the image -> store -> settle, or refund.
 * @returns the stored thumbnail. The thumbnail is succeeded, or is unfinished if another attempt has started since. Returns `overloaded` if
 * the models are overloaded and the generation may wait; the attempt has then not ended.
 * @throws GenerationFailedError after the refund, or if refund-abandoned must refund; AccountClosedError.
 */
export async function attemptGeneration(
  pending: PendingGeneration,
  { plan, store, endAt, mayWait }: AttemptOptions,
): Promise<Generation | 'overloaded'> {
  let hasImage = false;
  let settled: Generation;
  try {
    const imageEndAt = endAt - TIME_RESERVE.afterImage;
    const image = await plan.generate(pending, abortAt(imageEndAt - (plan.composeMs ?? 0)), imageEndAt);

    // The variable is set before the call, because the image may be stored even if the response is lost.
    hasImage = true;
    const keys = await store(pending, image, endAt - TIME_RESERVE.afterStoring);

    const { model, width, height, reference, name } = image;
    const endedAt = new Date().toISOString();
    const result = { model, ...keys, width, height, reference, name, endedAt };
    settled = await markSucceeded({ ...pending, ...result, status: 'succeeded' }, pending.attemptId);
  } catch (error) {
    // The generation does not wait after a model has answered without an image. Each further attempt might pay the model again.
    if (mayWait && error instanceof ModelsOverloadedError && !error.isCostly) return 'overloaded';
    return failAndRefund(error, pending, hasImage);
  }
  // If refund-abandoned ended the generation first, refund-abandoned has also counted it.
  if (settled.status === 'succeeded') countGeneration('succeeded', settled.model);
  // Another attempt may have stored its image under the same key, so the image of an unfinished generation stays.
  if (settled.status === 'failed' || settled.status === 'deleted') {
    await discardImages(pending.userId, pending.generationId);
    if (isErased(settled)) throw new AccountClosedError();
  }
  return settled;
}

/**
 * Refunds the credits after a failed step. Counts the failure if it was free for the user but may have cost the stage a call. If the refund
 * or the count fails, the generation stays pending and refund-abandoned refunds it.
 * @param hasImage true if a model has made the image, which may be in the bucket.
 * @returns the thumbnail, if only the response of the settle was lost, or if another attempt has started since.
 * @throws AccountClosedError if the account was deleted, which has refunded the credits; GenerationFailedError in all other cases.
 */
export async function failAndRefund(
  error: unknown,
  pending: PendingGeneration,
  hasImage = false,
): Promise<Generation> {
  const failure = toFailure(error);
  logger.warn('generation failed', { failure: failure.code, ...errorTrace(error) });

  const isFreeFailure = hasImage || isCostly(error) || INPUT_FAILURES.has(failure.code);
  const refund = async () => {
    // The failure is counted before the refund. The refund is then never booked without the count, even if the invocation dies.
    if (isFreeFailure) await countFreeFailure(pending.userId);
    return failGeneration(pending, failure);
  };
  const { refunded, thumbnail } = await refund().catch((refundError: unknown) => {
    countRefundFailure();
    logger.error('refund failed', { cause: errorName(refundError) });
    throw new GenerationFailedError(failure, { charge: 'returning', cause: error });
  });
  if (!refunded && isErased(thumbnail)) {
    if (hasImage) await discardImages(pending.userId, pending.generationId);
    throw new AccountClosedError();
  }
  if (refunded) countRefund(pending.cost, 'failed');
  if (thumbnail !== undefined && thumbnail.status !== 'failed') return thumbnail;

  countGeneration(failure.code, pending.model);
  if (hasImage) await discardImages(pending.userId, pending.generationId);
  throw new GenerationFailedError(failure, { charge: 'refunded', cause: error });
}

function isCostly(error: unknown): boolean {
  return error instanceof CodedError && error.isCostly;
}

/** Creates a signal that aborts at a time. @param time in ms since the epoch. */
function abortAt(time: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, time - Date.now()));
}
