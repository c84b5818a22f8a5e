import { modelPool, type ImageModel } from '../../contract/model-pool.ts';
import { environment } from '../aws/environment.ts';
import { CodedError, InvalidRequestError } from '../errors/errors.ts';
import { logger } from '../telemetry/logger.ts';
import { countModelUnavailable, recordPicture } from '../telemetry/metrics.ts';
import { invoke } from './bedrock.ts';
import type { PaintRequest, Picture } from './model.ts';

const POOL = modelPool.parse(JSON.parse(environment('MODEL_POOL')));

export interface Painting extends Picture {
  model: ImageModel;
}

/**
 * The models for one generation, in the order they are tried: the chosen one first, then the rest of the pool.
 * One that costs less is left out, so that nobody pays for more than they get.
 * @throws InvalidRequestError when the chosen model is not in the pool.
 */
export function candidates(chosen: string | undefined): [ImageModel, ...ImageModel[]] {
  const first = chosen === undefined ? POOL[0] : POOL.find((model) => model.id === chosen);
  if (first === undefined) {
    throw new InvalidRequestError(`model must be one of ${POOL.map((model) => model.id).join(', ')}`);
  }
  return [first, ...POOL.filter((model) => model !== first && model.cost >= first.cost)];
}

/**
 * Asks the models one after the other until one paints.
 * @param signal aborts when the time for painting is over.
 * @throws CodedError `content_filtered`, `model_unavailable` when none could, `generation_timeout` when the
 * signal was aborted first.
 */
export async function paint(
  models: readonly ImageModel[],
  request: PaintRequest,
  signal: AbortSignal,
): Promise<Painting> {
  for (const model of models) {
    const startedAt = Date.now();
    const verdict = await invoke(model, request, signal).catch((error: unknown) => {
      throw signal.aborted ? new CodedError('generation_timeout', undefined, { cause: error }) : error;
    });
    switch (verdict.kind) {
      case 'painted':
        recordPicture(model.id, Date.now() - startedAt, model.usdPerImage);
        return { ...verdict.picture, model };
      case 'filtered':
        throw new CodedError('content_filtered');
      case 'unavailable':
        logger.warn('model unavailable', { model: model.id, reason: verdict.reason });
        countModelUnavailable(model.id);
    }
  }
  throw new CodedError('model_unavailable');
}
