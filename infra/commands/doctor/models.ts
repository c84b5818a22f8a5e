import {
  BedrockClient,
  ListFoundationModelsCommand,
  type FoundationModelSummary,
} from '@aws-sdk/client-bedrock';
import {
  paginateListServiceQuotas,
  ServiceQuotasClient,
  type ServiceQuota,
} from '@aws-sdk/client-service-quotas';
import type { ImageModel } from '../../../contract/model-pool.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { clientSettings } from '../aws.ts';
import { fail, ok, unknown, warn, withPermission, type Check, type Finding } from './check.ts';

type PoolModel = StageSettings['models'][number];

/** Calls `load` once for each region of the models. */
async function loadByRegion<Item>(
  models: readonly ImageModel[],
  load: (region: string) => Promise<Item[]>,
): Promise<Map<string, Item[]>> {
  const names = [...new Set(models.map(({ region }) => region))];
  return new Map(await Promise.all(names.map(async (region) => [region, await load(region)] as const)));
}

const DAY_MS = 86_400_000;
/** A model that ends within this time needs a replacement now. */
const NOTICE_DAYS = 90;

export const modelLifecycle: Check = {
  name: 'models',
  async run({ settings, now }) {
    const available = await loadByRegion(settings.models, listModels);
    return settings.models.map((model) => {
      const summary = available.get(model.region)?.find(({ modelId }) => modelId === model.id);
      return checkLifecycle(model, summary, now, settings.stage);
    });
  },
};

async function listModels(region: string): Promise<FoundationModelSummary[]> {
  const bedrock = new BedrockClient(clientSettings(region));
  const { modelSummaries = [] } = await withPermission('bedrock:ListFoundationModels', () =>
    bedrock.send(new ListFoundationModelsCommand({ byOutputModality: 'IMAGE' })),
  );
  return modelSummaries;
}

function checkLifecycle(
  { id, region }: ImageModel,
  summary: FoundationModelSummary | undefined,
  now: Date,
  stage: string,
): Finding {
  const fix = `Replace the model in infra/stages/${stage}.ts, and deploy.`;
  if (summary === undefined) return fail(`${id} is not available in ${region}.`, fix);
  const { status, endOfLifeTime: end } = summary.modelLifecycle ?? {};
  const day = end?.toISOString().slice(0, 10);
  if (end !== undefined && end <= now) return fail(`${id} reached its end of life on ${day}.`, fix);
  const endsSoon = end !== undefined && end.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS;
  if (status === 'LEGACY' || endsSoon) {
    return warn(`${id} reaches its end of life${day === undefined ? ' soon' : ` on ${day}`}.`, fix);
  }
  return ok(`${id} is active in ${region}.`);
}

/** Compares the account's quotas with the values that the settings assume. */
export const modelQuotas: Check = {
  name: 'model quotas',
  async run({ settings }) {
    const listed = await loadByRegion(settings.models, listQuotas);
    return settings.models.map((model) => checkQuota(model, listed.get(model.region) ?? [], settings.stage));
  },
};

async function listQuotas(region: string): Promise<ServiceQuota[]> {
  const client = new ServiceQuotasClient(clientSettings(region));
  return withPermission('servicequotas:ListServiceQuotas', async () => {
    const quotas: ServiceQuota[] = [];
    const pages = paginateListServiceQuotas({ client, pageSize: 100 }, { ServiceCode: 'bedrock' });
    for await (const { Quotas = [] } of pages) quotas.push(...Quotas);
    return quotas;
  });
}

function checkQuota({ id, requestsPerMinute }: PoolModel, listed: ServiceQuota[], stage: string): Finding {
  const quota = listed.find(({ QuotaName = '' }) => isQuotaFor(QuotaName, id));
  const assumed = `the settings assume ${requestsPerMinute}`;
  if (quota?.Value === undefined) return unknown(`Service Quotas lists no quota of ${id}; ${assumed}.`);
  if (quota.Value === 0) {
    return fail(
      `The account's quota of ${id} is 0.`,
      'Ask AWS Support for the reason and for the default quota.',
    );
  }
  if (quota.Value < requestsPerMinute) {
    return warn(
      `The account's quota of ${id} is ${quota.Value} requests a minute; ${assumed}.`,
      `Set requestsPerMinute of the model in infra/stages/${stage}.ts. The reserved concurrency depends on it.`,
    );
  }
  return ok(`The quota of ${id} is ${quota.Value} requests a minute.`);
}

/** The names of quotas contain a model's name, not its ID: "… requests per minute for Stability.ai Stable Image Core". */
function isQuotaFor(quotaName: string, modelId: string): boolean {
  const [, model = ''] = /^On-demand .*requests per minute for (.*)$/i.exec(quotaName) ?? [];
  const words = new Set(model.toLowerCase().split(/[^a-z0-9.]+/));
  return splitModelName(modelId).every((word) => words.has(word));
}

/** The ID of Stable Diffusion 3.5 Large is `stability.sd3-5-large-v1:0`. */
function splitModelName(modelId: string): string[] {
  const name = modelId.slice(modelId.indexOf('.') + 1).replace(/-v\d+(:\d+)?$/, '');
  return name.replace(/^sd3-5/, 'stable-diffusion-3.5').split('-');
}
