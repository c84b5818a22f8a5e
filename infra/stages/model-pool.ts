import { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import {
  atLeastOne,
  imageModel,
  isEditService,
  PROFILE_REGIONS,
  modelLabel,
  modelPool,
  serviceModel,
  servicePool,
  uniqueIds,
  type ImageModel,
  type ImageService,
} from '#contract/model-pool.ts';
import { promptModel, tokenPrice, type PromptModel } from '#contract/text-model.ts';

/** The fields that only the model picker shows. */
const shown = {
  label: modelLabel,
  /** Describes in one line (on a phone) in what this model is better than others. */
  strength: z.string().min(1).max(50, 'strength must be at most 50 characters').optional(),
};

const shownModel = z.object({ ...imageModel.shape, ...shown });
const shownService = z.object({ ...serviceModel.shape, ...shown });
type ShownModel = z.output<typeof shownModel>;
type ShownService = z.output<typeof shownService>;

/** A model with its quota and price. */
export interface PoolModel extends ShownModel {
  requestsPerMinute: number;
  usdPerImage: number;
}

/** A service with its quota and price. */
export interface PoolServiceModel extends ShownService {
  requestsPerMinute: number;
  usdPerImage: number;
}

/**
 * Default quota, list price and strength of each model. AWS lists these quotas as not adjustable. A stage can override
 * each, e.g. for an account with its own agreement.
 */
const MODEL_DEFAULTS: Readonly<
  Record<string, Pick<PoolModel, 'requestsPerMinute' | 'usdPerImage' | 'strength'>>
> = {
  'stability.stable-image-core-v1:1': {
    requestsPerMinute: 90,
    usdPerImage: 0.04,
    strength: 'Fast, good for most ideas',
  },
  'stability.sd3-5-large-v1:0': {
    requestsPerMinute: 15,
    usdPerImage: 0.08,
    strength: 'Slower, follows long prompts more closely',
  },
  'stability.stable-image-ultra-v1:1': {
    requestsPerMinute: 10,
    usdPerImage: 0.14,
    strength: 'Slower, the finest detail and light',
  },
  'us.stability.stable-image-style-guide-v1:0': {
    requestsPerMinute: 10,
    usdPerImage: 0.07,
    strength: 'Takes colours, light and mood of the reference',
  },
  'us.stability.stable-image-control-structure-v1:0': {
    requestsPerMinute: 10,
    usdPerImage: 0.07,
    strength: 'Keeps the composition of the reference',
  },
  'us.stability.stable-image-remove-background-v1:0': { requestsPerMinute: 10, usdPerImage: 0.07 },
  'us.stability.stable-image-erase-object-v1:0': { requestsPerMinute: 10, usdPerImage: 0.07 },
  'us.stability.stable-image-inpaint-v1:0': { requestsPerMinute: 10, usdPerImage: 0.07 },
  'us.stability.stable-image-search-replace-v1:0': { requestsPerMinute: 10, usdPerImage: 0.07 },
  'us.stability.stable-image-search-recolor-v1:0': { requestsPerMinute: 10, usdPerImage: 0.07 },
  'us.stability.stable-outpaint-v1:0': { requestsPerMinute: 10, usdPerImage: 0.06 },
  'us.stability.stable-fast-upscale-v1:0': { requestsPerMinute: 10, usdPerImage: 0.03 },
};

/** True if the price of a model is our default. The defaults are not verified against a bill of AWS. */
export function isListPrice({ id, usdPerImage }: Pick<PoolModel, 'id' | 'usdPerImage'>): boolean {
  return MODEL_DEFAULTS[id]?.usdPerImage === usdPerImage;
}

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

const imageService = (service: ImageService, id: string, label: string): ShownService => ({
  id: `us.stability.${id}-v1:0`,
  service,
  regions: PROFILE_REGIONS,
  label: `Stable ${label}`,
  cost: 1,
});

const DEFAULT_SERVICES: ShownService[] = [
  imageService('style', 'stable-image-style-guide', 'Image Style Guide'),
  imageService('layout', 'stable-image-control-structure', 'Image Control Structure'),
  imageService('cutout', 'stable-image-remove-background', 'Image Remove Background'),
  imageService('erase', 'stable-image-erase-object', 'Image Erase Object'),
  imageService('inpaint', 'stable-image-inpaint', 'Image Inpaint'),
  imageService('replace', 'stable-image-search-replace', 'Image Search and Replace'),
  imageService('recolor', 'stable-image-search-recolor', 'Image Search and Recolor'),
  imageService('outpaint', 'stable-outpaint', 'Image Outpaint'),
  imageService('upscale', 'stable-fast-upscale', 'Image Fast Upscale'),
];

type Optional<Model> = Model & { requestsPerMinute?: number | undefined; usdPerImage?: number | undefined };
type Complete<Model> = Model & { requestsPerMinute: number; usdPerImage: number };

/** Adds the quota, the price and the strength of each model, from the stage or from the defaults. */
function withDefaults<Model extends { id: string }>() {
  return z.transform((models: Optional<Model>[], { issues }): Complete<Model>[] =>
    models.map((model, index) => {
      const { requestsPerMinute, usdPerImage, strength } = { ...MODEL_DEFAULTS[model.id], ...model };
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
      if (usdPerImage === undefined) reportMissing('usdPerImage', 'the list price of an image in US dollars');
      return {
        ...model,
        requestsPerMinute: requestsPerMinute ?? 0,
        usdPerImage: usdPerImage ?? 0,
        ...(strength !== undefined && { strength }),
      };
    }),
  );
}

export const poolSetting = z
  .pipe(z.array(shownModel).check(atLeastOne(), uniqueIds()), withDefaults<ShownModel>())
  .prefault(DEFAULT_POOL);

export const servicePoolSetting = z
  .pipe(z.array(shownService).check(uniqueIds()), withDefaults<ShownService>())
  .prefault(DEFAULT_SERVICES);

/** The models as the functions read them: without what only the model picker shows. */
export function writeModelPool(models: readonly PoolModel[]): string {
  return JSON.stringify(modelPool.parse(models));
}

/** The services as the functions read them: without what only the model picker shows, and without the regions if a service has all. */
export function writeServicePool(services: readonly PoolServiceModel[]): string {
  return JSON.stringify(
    servicePool
      .parse(services)
      .map(({ regions, ...service }) =>
        regions.join() === PROFILE_REGIONS.join() ? service : { ...service, regions },
      ),
  );
}

/** Default list prices of text models. Unverified. */
const TOKEN_PRICES: Readonly<Record<string, NonNullable<PromptModel['usdPerMillionTokens']>>> = {
  'us.amazon.nova-micro-v1:0': { input: 0.035, output: 0.14 },
  'us.amazon.nova-lite-v1:0': { input: 0.06, output: 0.24 },
};

/** A small and cheap text model: a suggestion costs less than 0.0001 US dollars. */
export const promptModelSetting = z
  .strictObject({
    id: z._default(promptModel.shape.id, 'us.amazon.nova-micro-v1:0'),
    region: z._default(promptModel.shape.region, 'us-west-2'),
    usdPerMillionTokens: z.optional(tokenPrice),
  })
  .transform(({ id, region, usdPerMillionTokens = TOKEN_PRICES[id] }, { issues }) => {
    if (usdPerMillionTokens !== undefined) return { id, region, usdPerMillionTokens };
    issues.push({
      code: 'custom',
      input: id,
      path: ['usdPerMillionTokens'],
      message: 'has no default for this model: set the list prices of its tokens, input and output',
    });
    return z.NEVER;
  });

/** True if the prices are the defaults. */
export function isListTokenPrice({ id, usdPerMillionTokens }: PromptModel): boolean {
  return usdPerMillionTokens !== undefined && usdPerMillionTokens === TOKEN_PRICES[id];
}

/** Mean time of an image, in seconds. Unverified: AWS does not publish it. */
const IMAGE_SECONDS = 8;
/** Lambda's limits of the maximum concurrency of an event source mapping. */
const MAX_CONCURRENCY = { least: 2, most: 1_000 };

/**
 * The number of thumbnails that can be generated at the same time (Little's law): the starts per second that the quotas allow,
 * times the longest duration in seconds. The models would reject any more.
 */
export function computeConcurrency(
  models: readonly PoolModel[],
  services: readonly PoolServiceModel[],
): number {
  const references = services.filter(({ service }) => !isEditService(service));
  return Math.ceil(sumQuotasPerSecond(models, references) * LIMITS.generationSeconds);
}

/** The number of edits that can be made at the same time, as for thumbnails. */
export function computeEditConcurrency(services: readonly PoolServiceModel[]): number {
  const edits = services.filter(({ service }) => isEditService(service));
  return Math.ceil(sumQuotasPerSecond([], edits) * LIMITS.generationSeconds);
}

/**
 * The number of waiting generations that are tried at the same time: the starts per second that the quotas allow, times
 * the mean duration in seconds. More would only meet overloaded models.
 */
export function computeLineConcurrency(
  models: readonly PoolModel[],
  services: readonly PoolServiceModel[],
): number {
  const { least, most } = MAX_CONCURRENCY;
  const concurrency = Math.ceil(sumQuotasPerSecond(models, services) * IMAGE_SECONDS);
  return Math.min(most, Math.max(least, concurrency));
}

function sumQuotasPerSecond(models: readonly PoolModel[], services: readonly PoolServiceModel[]): number {
  const quotas = [
    ...models.map(({ requestsPerMinute }) => requestsPerMinute),
    ...services
      .filter(({ service }) => service !== 'cutout')
      .map(({ requestsPerMinute, regions }) => requestsPerMinute * regions.length),
  ];
  return quotas.reduce((sum, quota) => sum + quota, 0) / 60;
}
