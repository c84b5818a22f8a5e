import { modelPool, type ImageModel } from '../../contract/model-pool.ts';
import { requireEnv } from '../shared/environment.ts';
import { CodedError, InvalidRequestError } from '../shared/errors.ts';
import { logger } from '../shared/logger.ts';
import { countModelUnavailable, recordModelImage } from '../shared/metrics.ts';
import type { Image, ImageRequest } from './adapter.ts';
import { invokeModel } from './bedrock.ts';

const POOL = modelPool.parse(JSON.parse(requireEnv('MODEL_POOL')));

/**
 * Selects the models for one generation in the order they are tried: the requested one, then the rest of the pool. Cheaper
 * models are excluded, so that a user never pays for a better model than the one that made the image.
 * @throws InvalidRequestError if the requested model is not in the pool.
 */
export function selectModels(requested: string | undefined): [ImageModel, ...ImageModel[]] {
  const first = requested === undefined ? POOL[0] : POOL.find((model) => model.id === requested);
  if (first === undefined) {
    throw new InvalidRequestError(`model must be one of ${POOL.map((model) => model.id).join(', ')}`);
  }
  return [first, ...POOL.filter((model) => model !== first && model.cost >= first.cost)];
}

/**
 * Requests the image from one model after the other until one succeeds.
 * @param signal aborts when the time for the models is over.
 * @throws CodedError `content_filtered`; `model_unavailable` if no model could serve the request; `generation_timeout` if
 * the signal was aborted.
 */
export async function generateImage(
  models: readonly ImageModel[],
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Image & { model: ImageModel }> {
  for (const model of models) {
    const startedAt = Date.now();
    const result = await invokeModel(model, request, signal).catch((error: unknown) => {
      throw signal.aborted ? new CodedError('generation_timeout', undefined, { cause: error }) : error;
    });
    switch (result.kind) {
      case 'image':
        recordModelImage(model.id, Date.now() - startedAt, model.usdPerImage);
        return { ...result.image, model };
      case 'filtered':
        throw new CodedError('content_filtered');
      case 'unavailable':
        logger.warn('model unavailable', { model: model.id, reason: result.reason });
        countModelUnavailable(model.id);
    }
  }
  throw new CodedError('model_unavailable');
}
