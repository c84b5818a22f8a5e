import { paginateListServiceQuotas, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { collect, createClient } from '../aws.ts';
import type { CalledModel } from './called-models.ts';

/** A model whose calls a quota limits. */
type LimitedModel = CalledModel & { requestsPerMinute: number };

export const hasQuota = (model: CalledModel): model is LimitedModel => model.requestsPerMinute !== undefined;

/** Reads the quota of each model in its region, in requests a minute; undefined if Service Quotas does not list the quota. */
export async function readQuotas(models: readonly LimitedModel[]): Promise<(number | undefined)[]> {
  const regions = [...new Set(models.map(({ region }) => region))];
  const listed = new Map(
    await Promise.all(regions.map(async (region) => [region, await listQuotas(region)] as const)),
  );
  return models.map(
    (model) => listed.get(model.region)?.find(({ QuotaName = '' }) => isQuotaFor(QuotaName, model))?.Value,
  );
}

function listQuotas(region: string) {
  const client = createClient(ServiceQuotasClient, region);
  const pages = paginateListServiceQuotas({ client, pageSize: 100 }, { ServiceCode: 'bedrock' });
  return collect(pages, ({ Quotas }) => Quotas);
}

/** The names of quotas contain a model's name, not its ID: "… requests per minute for Stability.ai Stable Image Core". */
function isQuotaFor(quotaName: string, { id, profile }: CalledModel): boolean {
  const pattern = /^(On-demand|Cross-region) .*requests per minute for (.*)$/i;
  const [, kind, model = ''] = pattern.exec(quotaName) ?? [];
  if (kind?.toLowerCase() !== (profile === undefined ? 'on-demand' : 'cross-region')) return false;
  const words = new Set(model.toLowerCase().split(/[^a-z0-9.]+/));
  return splitModelName(id).every((word) => words.has(word));
}

/** The ID of Stable Diffusion 3.5 Large is `stability.sd3-5-large-v1:0`. */
function splitModelName(modelId: string): string[] {
  const name = modelId.slice(modelId.indexOf('.') + 1).replace(/-v\d+(:\d+)?$/, '');
  return name.replace(/^sd3-5/, 'stable-diffusion-3.5').split('-');
}
