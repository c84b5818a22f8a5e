import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { modelPool, type ImageModel } from '../../contract/model-pool.ts';

/** A model of which everything is known that infra works with. */
export interface PoolModel extends ImageModel {
  requestsPerMinute: number;
  usdPerImage: number;
}

/**
 * What is known of a model without asking: its default quota, which Service Quotas lists as not adjustable, and its
 * list price. A stage may say otherwise for an account that has its own arrangement.
 */
const KNOWN: Readonly<Record<string, Pick<PoolModel, 'requestsPerMinute' | 'usdPerImage'>>> = {
  'stability.stable-image-core-v1:1': { requestsPerMinute: 90, usdPerImage: 0.04 },
  'stability.sd3-5-large-v1:0': { requestsPerMinute: 15, usdPerImage: 0.08 },
  'stability.stable-image-ultra-v1:1': { requestsPerMinute: 10, usdPerImage: 0.14 },
};

/** Served in us-west-2 alone, to every account. */
const DEFAULT_POOL: ImageModel[] = [
  {
    id: 'stability.stable-image-core-v1:1',
    region: 'us-west-2',
    schema: 'stability',
    label: 'Stable Image Core',
    cost: 1,
  },
  {
    id: 'stability.sd3-5-large-v1:0',
    region: 'us-west-2',
    schema: 'stability',
    label: 'Stable Diffusion 3.5 Large',
    cost: 1,
  },
];

/** The contract's pool, each model with its quota and its price: the known ones where the stage says nothing. */
export const poolSetting = z
  .pipe(
    modelPool,
    z.transform((models, { issues }): PoolModel[] =>
      models.map((model, index) => {
        const { requestsPerMinute, usdPerImage } = { ...KNOWN[model.id], ...model };
        const missing = (field: string, what: string) =>
          issues.push({
            code: 'custom',
            input: model,
            path: [index, field],
            message: `is not known for this model: say ${what}`,
          });
        if (requestsPerMinute === undefined) {
          missing('requestsPerMinute', "the account's quota of its invocations in a minute");
        }
        if (usdPerImage === undefined) missing('usdPerImage', 'what one picture costs, in US dollars');
        return { ...model, requestsPerMinute: requestsPerMinute ?? 0, usdPerImage: usdPerImage ?? 0 };
      }),
    ),
  )
  .prefault(DEFAULT_POOL);

/**
 * How many generations the pool can have under way at once (Little's law): as many as its quotas let begin in a second,
 * times the longest that one may last, in seconds. More of them at the same time could only be refused by the models.
 */
export function concurrencyOf(models: readonly PoolModel[]): number {
  const perMinute = models.reduce((sum, { requestsPerMinute }) => sum + requestsPerMinute, 0);
  return Math.ceil((perMinute / 60) * LIMITS.generationSeconds);
}
