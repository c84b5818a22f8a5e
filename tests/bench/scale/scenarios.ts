import { parseSettings, type StageSettings } from '../../../infra/stages/settings.ts';
import { readStageFile } from '../../../infra/stages/stages.ts';
import { readModelSeconds } from './assumptions.ts';
import type { Phase, PoolModel } from './simulate.ts';

/** The settings of production, which require an address. */
const parseProduction = () => parseSettings({ ...readStageFile('prod'), alarmEmail: 'operator@example.com' });

/** The production pool in the order of its calls, and the reserved concurrency. */
export function readProduction(): {
  settings: StageSettings;
  models: StageSettings['models'];
  pool: PoolModel[];
  concurrency: number;
} {
  const settings = parseProduction();
  const { models, generateConcurrency } = settings;
  return {
    settings,
    models,
    pool: models.map(toPoolModel),
    concurrency: generateConcurrency === 0 ? Infinity : generateConcurrency,
  };
}

/** The production models for references, each once. */
export function listReferenceModels(): PoolModel[] {
  return parseProduction().referenceModels.map(toPoolModel);
}

/** The pool for the style of a reference: each model in each of its regions, because each region has its own quota. */
export function readStylePool(): PoolModel[] {
  const models = parseProduction().referenceModels.filter(({ service }) => service === 'style');
  return models.flatMap((model) => model.regions.map(() => toPoolModel(model)));
}

/** Adds the most expensive model that a new account may use, as the last one. Production does not use it. */
export function addUltra(pool: readonly PoolModel[]): PoolModel[] {
  const ultra = { id: 'stability.stable-image-ultra-v1:1', label: 'Stable Image Ultra' };
  const { models } = parseSettings({
    stage: 'scale',
    models: [{ ...ultra, region: 'us-west-2', schema: 'stability', cost: 1 }],
  });
  return [...pool, ...models.map(toPoolModel)];
}

/** The quotas of the same pool in several accounts. */
export function multiplyAccounts(accounts: number, pool: readonly PoolModel[]): PoolModel[] {
  return pool.map((model) => ({ ...model, perMinute: model.perMinute * accounts }));
}

/** One hour at one rate. */
export function steadyLoad(perMinute: number): Phase[] {
  return [{ minutes: 60, perMinute }];
}

/** Half an hour with three minutes at six times the rate, as after a mention by a popular channel. */
export const SPIKE: Phase[] = [
  { minutes: 10, perMinute: 40 },
  { minutes: 3, perMinute: 240 },
  { minutes: 17, perMinute: 40 },
];

interface StageModel {
  id: string;
  label: string;
  requestsPerMinute: number;
  usdPerImage: number;
}

/** @throws Error for a model without an assumed time. */
function toPoolModel({ id, label, requestsPerMinute, usdPerImage }: StageModel): PoolModel {
  return { label, perMinute: requestsPerMinute, dollars: usdPerImage, seconds: readModelSeconds(id) };
}
