import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  type FoundationModelLifecycle,
} from '@aws-sdk/client-bedrock';
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { PROFILE_REGIONS } from '#contract/model-pool.ts';
import { createClient, findResource, isCreated, undefinedOnError, type Caller } from '../aws.ts';
import { listCalledModels, type CalledModel } from './called-models.ts';
import { fail, ok, unknown, warn, type Check, type Finding } from './check.ts';
import { formatDay, isWithinDays } from './days.ts';
import { hasQuota, readQuotas } from './model-quotas.ts';

/** A model that ends within this time needs a replacement now. */
const NOTICE_DAYS = 90;

export const MODEL_CHECKS: readonly Check[] = [
  {
    // Bedrock reports the lifecycle of a model in the model's own region.
    name: 'models',
    isPrerequisite: true,
    remedy: ({ stage }) => `Replace the model in infra/stages/${stage}.ts, and deploy.`,
    async probe({ settings, now, stack }) {
      const isDeployed = isCreated(await stack());
      return listCalledModels(settings).map(async (model) => {
        const { id, region } = model;
        const lifecycle = await readLifecycle(model);
        if (lifecycle === undefined) return fail(`${id} is not available in ${region}.`);
        const { endOfLifeTime: end } = lifecycle;
        const isLegacy = lifecycle.status === 'LEGACY';
        const day = end && ` on ${formatDay(end)}`;
        if (end !== undefined && end <= now) return fail(`${id} reached its end of life${day}.`);
        // Bedrock refuses a legacy model to an account that has not used it yet.
        if (isLegacy && !isDeployed)
          return fail(`${id} is a legacy model, which a new account cannot start to use.`);
        if (isLegacy || isWithinDays(end, NOTICE_DAYS, now))
          return warn(`${id} reaches its end of life${day ?? ' soon'}.`);
        return ok(`${id} is active in ${region}.`);
      });
    },
  },
  {
    name: 'inference profiles',
    remedy: ({ stage }) => `Change the model in infra/stages/${stage}.ts, and deploy.`,
    probe: ({ settings }) =>
      listCalledModels(settings).map(async ({ profile: id, region }) => {
        if (id === undefined) return [];
        const profile = await readProfile(id, region);
        if (profile.status !== 'ACTIVE') return fail(`${id} is not available in ${region}.`);
        // The policy of generate-thumbnail allows the model only in these regions.
        const others = profile.regions.filter((each) => !PROFILE_REGIONS.includes(each));
        if (others.length === 0) return ok(`${id} is active in ${region}.`);
        return fail(
          `${id} in ${region} also uses ${others.join(', ')}, which the stack's policy does not allow.`,
          'Add the region to PROFILE_REGIONS in contract/model-pool.ts and to the privacy text, and deploy.',
        );
      }),
  },
  {
    name: 'model access',
    probe: ({ settings }) => listCalledModels(settings).map(checkAccess),
  },
  {
    // The first invocation of a model subscribes the account to it. These credentials may not be able to do that.
    name: 'Marketplace',
    remedy: () => 'Invoke each model once with other credentials. Not needed if "model access" is ok.',
    async probe({ settings, caller }) {
      // IAM cannot simulate the root user, who has all permissions.
      if (caller.arn.endsWith(':root')) return ok('The root user can subscribe to models.');
      const missing = await listMissingPermissions(caller, settings.region);
      if (missing.length === 0) return ok('These credentials can subscribe to models.');
      return warn(`These credentials cannot subscribe to models: ${missing.join(', ')} is missing.`);
    },
  },
  {
    // The quotas of the account must be the values that the settings assume.
    name: 'model quotas',
    async probe({ settings }) {
      const models = listCalledModels(settings).filter(hasQuota);
      const quotas = await readQuotas(models);
      return models.map(({ id, region, requestsPerMinute }, index) => {
        const quota = quotas[index];
        const assumed = `the settings assume ${requestsPerMinute}`;
        if (quota === undefined)
          return unknown(`Service Quotas lists no quota of ${id} in ${region}; ${assumed}.`);
        const message = `The account's quota of ${id} in ${region} is ${quota}`;
        if (quota === 0)
          return fail(`${message}.`, 'Ask AWS Support for the reason and for the default quota.');
        if (quota >= requestsPerMinute)
          return ok(`The quota of ${id} in ${region} is ${quota} requests a minute.`);
        return warn(
          `${message} requests a minute; ${assumed}.`,
          `Set requestsPerMinute of the model in infra/stages/${settings.stage}.ts. The reserved concurrency depends on it.`,
        );
      });
    },
  },
];

const CHOOSE_ANOTHER = 'Choose another region or model in the settings.';
const ALLOW_MODEL =
  'Look for a service control policy that denies bedrock:InvokeModel or aws-marketplace:Subscribe.';
const WAIT = 'Wait up to 15 minutes. Failed generations are refunded meanwhile.';
const CHECK_PAYMENT = 'Check that the account has a valid payment method, and invoke the model again.';

/** Checks the account's access to a model: region, authorization, and the Marketplace agreement. */
async function checkAccess({ id, region }: CalledModel): Promise<Finding> {
  const command = new GetFoundationModelAvailabilityCommand({ modelId: id });
  const access = await createClient(BedrockClient, region).send(command);
  const agreement = access.agreementAvailability?.status;
  const model = `${id} in ${region}`;
  if (access.regionAvailability === 'NOT_AVAILABLE')
    return fail(`${id} is not available in ${region} for this account.`, CHOOSE_ANOTHER);
  if (access.authorizationStatus === 'NOT_AUTHORIZED')
    return fail(`The account is not authorized to use ${model}.`, ALLOW_MODEL);
  const subscription = `The account's subscription to ${model}`;
  if (agreement === 'PENDING') return warn(`${subscription} is pending.`, WAIT);
  if (agreement === 'ERROR') return fail(`${subscription} failed.`, CHECK_PAYMENT);
  if (agreement !== 'NOT_AVAILABLE' && access.entitlementAvailability !== 'NOT_AVAILABLE')
    return ok(`The account can use ${model}.`);
  const invoke = `Invoke the model once as an administrator in the playground of the Bedrock console in ${region}. The subscription can take 15 minutes. An image before that does not prove the subscription: Bedrock may serve the first calls without it.`;
  return fail(`The account is not subscribed to ${model}.`, invoke);
}

/** @returns undefined if the region does not have the model. */
async function readLifecycle({ id, region }: CalledModel): Promise<FoundationModelLifecycle | undefined> {
  const bedrock = createClient(BedrockClient, region);
  const found = await undefinedOnError(
    ['ResourceNotFoundException', 'ValidationException'],
    bedrock.send(new GetFoundationModelCommand({ modelIdentifier: id })),
  );
  return found && (found.modelDetails?.modelLifecycle ?? { status: 'ACTIVE' });
}

/** Reads the status of an inference profile, and the regions in which it calls the model. */
async function readProfile(inferenceProfileIdentifier: string, region: string) {
  const command = new GetInferenceProfileCommand({ inferenceProfileIdentifier });
  const profile = await findResource(createClient(BedrockClient, region).send(command));
  const regions = (profile?.models ?? []).map(({ modelArn = '' }) => modelArn.split(':')[3] ?? '');
  return { status: profile?.status, regions };
}

/** The actions that AWS requires of the caller that starts to use a Marketplace model (Bedrock user guide, "Model access"). */
const SUBSCRIBE_ACTIONS = [
  'aws-marketplace:Subscribe',
  'aws-marketplace:Unsubscribe',
  'aws-marketplace:ViewSubscriptions',
];

/** Lists the permissions that the caller lacks to subscribe to a model. */
async function listMissingPermissions({ arn }: Caller, region: string): Promise<string[]> {
  const iam = createClient(IAMClient, region);
  const { EvaluationResults = [] } = await iam.send(
    new SimulatePrincipalPolicyCommand({
      PolicySourceArn: await findPrincipal(arn, iam),
      ActionNames: SUBSCRIBE_ACTIONS,
    }),
  );
  const allowed = EvaluationResults.filter(({ EvalDecision }) => EvalDecision === 'allowed');
  return SUBSCRIBE_ACTIONS.filter(
    (action) => !allowed.some(({ EvalActionName }) => EvalActionName === action),
  );
}

/** The ARN of a session lacks the path of its role; IAM returns the complete ARN. */
async function findPrincipal(arn: string, iam: IAMClient): Promise<string> {
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  if (role === undefined) return arn;
  const { Role } = await iam.send(new GetRoleCommand({ RoleName: role }));
  return Role?.Arn ?? arn;
}
