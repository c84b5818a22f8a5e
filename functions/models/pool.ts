import { modelPool, type ImageModel } from '#contract/model-pool.ts';
import { requireEnv } from '../platform/environment.ts';
import { InvalidRequestError } from '../platform/errors.ts';
import type { Adapter } from './adapter.ts';
import type { ModelTarget } from './bedrock.ts';
import { stability } from './stability.ts';
import { selectAccepting, type RequestText } from './text-limits.ts';

const ADAPTERS = { stability } as const satisfies Record<ImageModel['schema'], Adapter>;

const POOL = modelPool.parse(JSON.parse(requireEnv('MODEL_POOL')));

/** Describes the prices of the models for people, e.g. `1 credit with Stable Image Core, the default`. */
export function describePrices(): string {
  return POOL.map(
    ({ id, label, cost }, index) =>
      `${cost} ${cost === 1 ? 'credit' : 'credits'} with ${label} (${index === 0 ? `${id}, the default` : id})`,
  ).join(', ');
}

/** A model with the price of one generation, in credits. */
type PoolTarget = ModelTarget & { cost: number };

/**
 * Selects the models for one generation, in the order in which they are tried: the requested model, and then the other models with the same
 * price. A user then pays exactly the price of the model that made the image. Models that do not accept the length of the texts are
 * excluded.
 * @throws InvalidRequestError if the requested model is not in the pool, or if no model accepts a text.
 */
export function selectModels(
  requested: string | undefined,
  text: RequestText,
): [PoolTarget, ...PoolTarget[]] {
  const first = requested === undefined ? POOL[0] : POOL.find((model) => model.id === requested);
  if (first === undefined) {
    throw new InvalidRequestError(`model must be one of ${POOL.map((model) => model.id).join(', ')}`, {
      params: { field: 'model' },
    });
  }
  const others = POOL.filter((model) => model !== first && model.cost === first.cost);
  const samePrice = [first, ...others].map((model) => ({ ...model, adapter: ADAPTERS[model.schema] }));
  return selectAccepting(samePrice, ({ adapter }) => adapter.maxTextLength, text);
}
