import type { Reason } from '#contract/error-reasons.ts';
import { MAX_PAID_CALLS } from '#contract/model-pool.ts';
import { CodedError } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { countModelUnavailable, recordImageTime, recordModelImage } from '../platform/metrics.ts';
import type { Image, ImageRequest } from './adapter.ts';
import { invokeModel, type ModelTarget } from './bedrock.ts';

/** Thrown if no model could serve the request, and at least one model refused the request only because of its load. */
export class ModelsOverloadedError extends CodedError {
  override name = 'ModelsOverloadedError';

  constructor(isCostly: boolean) {
    super('model_unavailable', { isCostly });
  }
}

/**
 * Requests the image from one model after the other, until a model succeeds or rejects the request, or until two calls may be paid without
 * an image.
 * @param signal aborts when the time for the models is over.
 * @throws CodedError `content_filtered`; `reference_invalid`; `model_unavailable` if no model could serve the request, as
 * ModelsOverloadedError if a later request may succeed; `generation_timeout` if the signal was aborted. The error is costly if a model has
 * answered or may still answer.
 */
export async function generateImage(
  models: readonly ModelTarget[],
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Image & { model: string }> {
  const firstStartedAt = Date.now();
  let isOverloaded = false;
  let paidCalls = 0;
  for (const model of models) {
    const startedAt = Date.now();
    const result = await invokeModel(model, request, signal).catch((error: unknown) => {
      throw signal.aborted ? new CodedError('generation_timeout', { isCostly: true, cause: error }) : error;
    });
    switch (result.kind) {
      case 'image':
        recordModelImage(model.id, Date.now() - startedAt, model.usdPerImage);
        recordImageTime(Date.now() - firstStartedAt);
        return { ...result.image, model: model.id };
      case 'filtered':
        throw new CodedError(
          'content_filtered',
          result.rejected === 'input image' ? { params: { reason: declinedImage(model) } } : {},
        );
      case 'invalid':
        // The cause may also be a defect of the product, which an operator finds with this line. Bedrock's message is not logged, because
        // it may quote the prompt.
        logger.warn('model rejected the request', { model: model.id });
        throw new CodedError(model.adapter.invalidCode);
      case 'unavailable':
        logger.warn('model unavailable', { model: model.id, reason: result.reason });
        countModelUnavailable(model.id);
        isOverloaded ||= result.isOverloaded;
        paidCalls += result.mayBePaid ? 1 : 0;
    }
    if (paidCalls === MAX_PAID_CALLS) break;
  }
  const isCostly = paidCalls > 0;
  throw isOverloaded
    ? new ModelsOverloadedError(isCostly)
    : new CodedError('model_unavailable', { isCostly });
}

function declinedImage({ adapter }: ModelTarget): Reason {
  return adapter.invalidCode === 'edit_not_possible' ? 'declinedBase' : 'declinedImage';
}
