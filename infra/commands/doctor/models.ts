import {
  BedrockClient,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  type FoundationModelLifecycle,
} from '@aws-sdk/client-bedrock';
import {
  paginateListServiceQuotas,
  ServiceQuotasClient,
  type ServiceQuota,
} from '@aws-sdk/client-service-quotas';
import { PROFILE_REGIONS } from '../../../contract/model-pool.ts';
import { clientSettings, isCreated } from '../aws.ts';
import { listCalledModels, type CalledModel } from './called-models.ts';
import { fail, getErrorName, ok, unknown, warn, withPermission, type Check, type Finding } from './check.ts';

/** Calls `load` once for each region of the models. */
async function loadByRegion<Item>(
  models: readonly CalledModel[],
  load: (region: string) => Promise<Item[]>,
): Promise<Map<string, Item[]>> {
  const names = [...new Set(models.map(({ region }) => region))];
  return new Map(await Promise.all(names.map(async (region) => [region, await load(region)] as const)));
}

const DAY_MS = 86_400_000;
/** A model that ends within this time needs a replacement now. */
const NOTICE_DAYS = 90;

/** Each model's lifecycle, which Bedrock reports in the model's own region. */
export const modelLifecycle: Check = {
  name: 'models',
  remedy: ({ stage }) => `Replace the model in infra/stages/${stage}.ts, and deploy.`,
  async probe({ settings, now, stack }) {
    const isDeployed = isCreated(await stack());
    return Promise.all(
      listCalledModels(settings).map(async (model) =>
        checkLifecycle(model, await readLifecycle(model), now, isDeployed),
      ),
    );
  },
};

/** @returns undefined if the region does not have the model. */
async function readLifecycle({ id, region }: CalledModel): Promise<FoundationModelLifecycle | undefined> {
  const bedrock = new BedrockClient(clientSettings(region));
  try {
    const { modelDetails } = await withPermission('bedrock:GetFoundationModel', () =>
      bedrock.send(new GetFoundationModelCommand({ modelIdentifier: id })),
    );
    return modelDetails?.modelLifecycle ?? { status: 'ACTIVE' };
  } catch (error) {
    if (['ResourceNotFoundException', 'ValidationException'].includes(getErrorName(error))) return undefined;
    throw error;
  }
}

function checkLifecycle(
  { id, region }: CalledModel,
  lifecycle: FoundationModelLifecycle | undefined,
  now: Date,
  isDeployed: boolean,
): Finding {
  if (lifecycle === undefined) return fail(`${id} is not available in ${region}.`);
  const { status, endOfLifeTime: end } = lifecycle;
  const day = end?.toISOString().slice(0, 10);
  if (end !== undefined && end <= now) return fail(`${id} reached its end of life on ${day}.`);
  // Bedrock refuses a legacy model to an account that has not used it yet.
  if (status === 'LEGACY' && !isDeployed) {
    return fail(`${id} is a legacy model, which a new account cannot start to use.`);
  }
  const endsSoon = end !== undefined && end.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS;
  if (status === 'LEGACY' || endsSoon) {
    return warn(`${id} reaches its end of life${day === undefined ? ' soon' : ` on ${day}`}.`);
  }
  return ok(`${id} is active in ${region}.`);
}

/** The inference profiles, in each region that calls them. */
export const inferenceProfiles: Check = {
  name: 'inference profiles',
  remedy: ({ stage }) => `Change the model in infra/stages/${stage}.ts, and deploy.`,
  probe: ({ settings }) =>
    Promise.all(
      listCalledModels(settings).flatMap(({ profile, region }) =>
        profile === undefined ? [] : [checkProfile(profile, region)],
      ),
    ),
};

async function checkProfile(id: string, region: string): Promise<Finding> {
  const bedrock = new BedrockClient(clientSettings(region));
  const profile = await withPermission('bedrock:GetInferenceProfile', async () => {
    try {
      return await bedrock.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: id }));
    } catch (error) {
      if (getErrorName(error) === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  });
  if (profile?.status !== 'ACTIVE') return fail(`${id} is not available in ${region}.`);
  // The policy of generate-thumbnail allows the model only in these regions.
  const others = (profile.models ?? [])
    .map(({ modelArn = '' }) => modelArn.split(':')[3] ?? '')
    .filter((destination) => !PROFILE_REGIONS.includes(destination));
  if (others.length > 0) {
    return fail(
      `${id} in ${region} also uses ${others.join(', ')}, which the stack's policy does not allow.`,
      'Add the region to PROFILE_REGIONS in contract/model-pool.ts and to the privacy text, and deploy.',
    );
  }
  return ok(`${id} is active in ${region}.`);
}

/** Compares the account's quotas with the values that the settings assume. */
export const modelQuotas: Check = {
  name: 'model quotas',
  async probe({ settings }) {
    const models = listCalledModels(settings).filter(hasQuota);
    const listed = await loadByRegion(models, listQuotas);
    return models.map((model) => checkQuota(model, listed.get(model.region) ?? [], settings.stage));
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

type LimitedModel = CalledModel & { requestsPerMinute: number };

const hasQuota = (model: CalledModel): model is LimitedModel => model.requestsPerMinute !== undefined;

function checkQuota(model: LimitedModel, listed: ServiceQuota[], stage: string): Finding {
  const { id, region, requestsPerMinute } = model;
  const quota = listed.find(({ QuotaName = '' }) => isQuotaFor(QuotaName, model));
  const assumed = `the settings assume ${requestsPerMinute}`;
  if (quota?.Value === undefined)
    return unknown(`Service Quotas lists no quota of ${id} in ${region}; ${assumed}.`);
  if (quota.Value === 0) {
    return fail(
      `The account's quota of ${id} in ${region} is 0.`,
      'Ask AWS Support for the reason and for the default quota.',
    );
  }
  if (quota.Value < requestsPerMinute) {
    return warn(
      `The account's quota of ${id} in ${region} is ${quota.Value} requests a minute; ${assumed}.`,
      `Set requestsPerMinute of the model in infra/stages/${stage}.ts. The reserved concurrency depends on it.`,
    );
  }
  return ok(`The quota of ${id} in ${region} is ${quota.Value} requests a minute.`);
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
