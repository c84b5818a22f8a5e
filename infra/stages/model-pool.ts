import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { modelPool, type ImageModel } from '../../contract/model-pool.ts';

/** A model with its quota and price. */
export interface PoolModel extends ImageModel {
  requestsPerMinute: number;
  usdPerImage: number;
}

/**
 * Default quota and list price of each model. AWS lists these quotas as not adjustable. A stage can override both for an
 * account with its own agreement.
 */
const MODEL_DEFAULTS: Readonly<Record<string, Pick<PoolModel, 'requestsPerMinute' | 'usdPerImage'>>> = {
  'stability.stable-image-core-v1:1': { requestsPerMinute: 90, usdPerImage: 0.04 },
  'stability.sd3-5-large-v1:0': { requestsPerMinute: 15, usdPerImage: 0.08 },
  'stability.stable-image-ultra-v1:1': { requestsPerMinute: 10, usdPerImage: 0.14 },
};

/** Bedrock serves these models only in us-west-2. */
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

/** The contract's pool. Each model has a quota and a price, from the stage or from the defaults. */
export const poolSetting = z
  .pipe(
    modelPool,
    z.transform((models, { issues }): PoolModel[] =>
      models.map((model, index) => {
        const { requestsPerMinute, usdPerImage } = { ...MODEL_DEFAULTS[model.id], ...model };
        const reportMissing = (field: string, what: string) =>
          issues.push({
            code: 'custom',
            input: model,
            path: [index, field],
            message: `has no default for this model: set ${what}`,
          });
        if (requestsPerMinute === undefined) {
          reportMissing('requestsPerMinute', "the account's quota of invocations a minute");
        }
        if (usdPerImage === undefined)
          reportMissing('usdPerImage', 'the list price of an image in US dollars');
        return { ...model, requestsPerMinute: requestsPerMinute ?? 0, usdPerImage: usdPerImage ?? 0 };
      }),
    ),
  )
  .prefault(DEFAULT_POOL);

/**
 * The number of generations that can run at the same time (Little's law): the starts per second that the quotas allow,
 * times the longest duration in seconds. The models would reject any more.
 */
export function computeConcurrency(models: readonly PoolModel[]): number {
  const perMinute = models.reduce((sum, { requestsPerMinute }) => sum + requestsPerMinute, 0);
  return Math.ceil((perMinute / 60) * LIMITS.generationSeconds);
}
