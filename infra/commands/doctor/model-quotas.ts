import {
  paginateListServiceQuotas,
  ServiceQuotasClient,
  type ServiceQuota,
} from '@aws-sdk/client-service-quotas';
import type { StageSettings } from '../../stages/settings.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, unknown, warn, type Check, type Finding } from './check.ts';
import { may } from './may.ts';

type PoolModel = StageSettings['models'][number];

/** Whether the account has as many invocations a minute as the settings count on. */
export const modelQuotas: Check = {
  name: 'model quotas',
  async look({ settings }) {
    const regions = [...new Set(settings.models.map(({ region }) => region))];
    const listed = new Map(
      await Promise.all(regions.map(async (region) => [region, await quotasIn(region)] as const)),
    );
    return settings.models.map((model) => quotaOf(model, listed.get(model.region) ?? [], settings.stage));
  },
};

async function quotasIn(region: string): Promise<ServiceQuota[]> {
  const client = new ServiceQuotasClient(clientSettings(region));
  return may('servicequotas:ListServiceQuotas', async () => {
    const quotas: ServiceQuota[] = [];
    const pages = paginateListServiceQuotas({ client, pageSize: 100 }, { ServiceCode: 'bedrock' });
    for await (const { Quotas = [] } of pages) quotas.push(...Quotas);
    return quotas;
  });
}

function quotaOf({ id, requestsPerMinute }: PoolModel, listed: ServiceQuota[], stage: string): Finding {
  const quota = listed.find(({ QuotaName = '' }) => isFor(QuotaName, id));
  const counted = `the settings count on ${requestsPerMinute} a minute`;
  if (quota?.Value === undefined) return unknown(`Service Quotas lists none for ${id}; ${counted}.`);
  if (quota.Value === 0) {
    return fail(
      `The account may not invoke ${id}: its quota is 0.`,
      'Ask AWS Support why, and for the default quota.',
    );
  }
  if (quota.Value < requestsPerMinute) {
    return warn(
      `The account may invoke ${id} ${quota.Value} times a minute; ${counted}.`,
      `Set requestsPerMinute of the model in infra/stages/${stage}.ts: what is reserved for generations follows from it.`,
    );
  }
  return ok(`${id}: ${quota.Value} a minute.`);
}

/** Quotas name models in words ("… requests per minute for Stability.ai Stable Image Core"), not by their ids. */
function isFor(quotaName: string, modelId: string): boolean {
  const [, model = ''] = /^On-demand .*requests per minute for (.*)$/i.exec(quotaName) ?? [];
  const words = new Set(model.toLowerCase().split(/[^a-z0-9.]+/));
  return wordsOf(modelId).every((word) => words.has(word));
}

/** The words of a model's name: `stability.sd3-5-large-v1:0` is Stable Diffusion 3.5 Large. */
function wordsOf(modelId: string): string[] {
  const name = modelId.slice(modelId.indexOf('.') + 1).replace(/-v\d+(:\d+)?$/, '');
  return name.replace(/^sd3-5/, 'stable-diffusion-3.5').split('-');
}
