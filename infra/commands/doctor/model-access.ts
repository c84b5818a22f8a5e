import { BedrockClient, GetFoundationModelAvailabilityCommand } from '@aws-sdk/client-bedrock';
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import {
  paginateListServiceQuotas,
  ServiceQuotasClient,
  type ServiceQuota,
} from '@aws-sdk/client-service-quotas';
import { collect, createClient } from '../aws.ts';
import { fail, ok, unknown, warn, type Check, type Finding } from './check.ts';
import { listCalledModels, type CalledModel } from './models.ts';

/** The account's access to each model: Marketplace agreement, authorization, region. */
export const modelAccess: Check = {
  name: 'model access',
  probe: ({ settings }) => listCalledModels(settings).map(checkAccess),
};

async function checkAccess({ id, region }: CalledModel): Promise<Finding> {
  const bedrock = createClient(BedrockClient, region);
  const availability = await bedrock.send(new GetFoundationModelAvailabilityCommand({ modelId: id }));
  const agreement = availability.agreementAvailability?.status;
  if (availability.regionAvailability === 'NOT_AVAILABLE') {
    return fail(
      `${id} is not available in ${region} for this account.`,
      'Choose another region or model in the settings.',
    );
  }
  if (availability.authorizationStatus === 'NOT_AUTHORIZED') {
    return fail(
      `The account is not authorized to use ${id} in ${region}.`,
      'Look for a service control policy that denies bedrock:InvokeModel or aws-marketplace:Subscribe.',
    );
  }
  if (agreement === 'PENDING') {
    return warn(
      `The account's subscription to ${id} in ${region} is pending.`,
      'Wait up to 15 minutes. Failed generations are refunded meanwhile.',
    );
  }
  if (agreement === 'ERROR') {
    return fail(
      `The account's subscription to ${id} in ${region} failed.`,
      'Check that the account has a valid payment method, and invoke the model again.',
    );
  }
  if (agreement === 'NOT_AVAILABLE' || availability.entitlementAvailability === 'NOT_AVAILABLE') {
    return fail(
      `The account is not subscribed to ${id} in ${region}.`,
      `Invoke the model once as an administrator in the playground of the Bedrock console in ${region}. The subscription can take 15 minutes. An image before that does not prove the subscription: Bedrock may serve the first calls without it.`,
    );
  }
  return ok(`The account can use ${id} in ${region}.`);
}

/** The actions that AWS requires of the caller that starts to use a Marketplace model (Bedrock user guide, "Model access"). */
const SUBSCRIBE_ACTIONS = [
  'aws-marketplace:Subscribe',
  'aws-marketplace:Unsubscribe',
  'aws-marketplace:ViewSubscriptions',
];

/** The first invocation of a model subscribes the account to it. Checks whether these credentials could do that. */
export const marketplace: Check = {
  name: 'Marketplace',
  async probe({ settings, caller }) {
    // IAM cannot simulate the root user, who has all permissions.
    if (caller.arn.endsWith(':root')) return ok('The root user can subscribe to models.');
    const iam = createClient(IAMClient, settings.region);
    const principal = await findPrincipal(caller.arn, iam);
    const { EvaluationResults = [] } = await iam.send(
      new SimulatePrincipalPolicyCommand({ PolicySourceArn: principal, ActionNames: SUBSCRIBE_ACTIONS }),
    );
    const allowed = EvaluationResults.filter(({ EvalDecision }) => EvalDecision === 'allowed');
    const denied = SUBSCRIBE_ACTIONS.filter(
      (action) => !allowed.some(({ EvalActionName }) => EvalActionName === action),
    );
    if (denied.length === 0) return ok('These credentials can subscribe to models.');
    return warn(
      `These credentials cannot subscribe to models: ${denied.join(', ')} is missing.`,
      'Invoke each model once with other credentials. Not needed if "model access" is ok.',
    );
  },
};

/** The ARN of a session lacks the path of its role; IAM returns the complete ARN. */
async function findPrincipal(arn: string, iam: IAMClient): Promise<string> {
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  if (role === undefined) return arn;
  const { Role } = await iam.send(new GetRoleCommand({ RoleName: role }));
  return Role?.Arn ?? arn;
}

/** Compares the account's quotas with the values that the settings assume. */
export const modelQuotas: Check = {
  name: 'model quotas',
  async probe({ settings }) {
    const models = listCalledModels(settings).filter(hasQuota);
    const regions = [...new Set(models.map(({ region }) => region))];
    const listed = new Map(
      await Promise.all(regions.map(async (region) => [region, await listQuotas(region)] as const)),
    );
    return models.map((model) => checkQuota(model, listed.get(model.region) ?? [], settings.stage));
  },
};

function listQuotas(region: string): Promise<ServiceQuota[]> {
  const client = createClient(ServiceQuotasClient, region);
  const pages = paginateListServiceQuotas({ client, pageSize: 100 }, { ServiceCode: 'bedrock' });
  return collect(pages, ({ Quotas }) => Quotas);
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
