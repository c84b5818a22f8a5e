import { BedrockClient, GetFoundationModelAvailabilityCommand } from '@aws-sdk/client-bedrock';
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { clientSettings } from '../aws.ts';
import { listCalledModels, type CalledModel } from './called-models.ts';
import { fail, ok, warn, withPermission, type Check, type Finding } from './check.ts';

/** The account's access to each model: Marketplace agreement, authorization, region. */
export const modelAccess: Check = {
  name: 'model access',
  probe: ({ settings }) => Promise.all(listCalledModels(settings).map(checkAccess)),
};

async function checkAccess({ id, region }: CalledModel): Promise<Finding> {
  const bedrock = new BedrockClient(clientSettings(region));
  const availability = await withPermission('bedrock:GetFoundationModelAvailability', () =>
    bedrock.send(new GetFoundationModelAvailabilityCommand({ modelId: id })),
  );
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

/** What AWS requires of the caller that starts to use a Marketplace model (Bedrock user guide, "Model access"). */
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
    const iam = new IAMClient(clientSettings(settings.region));
    const principal = await findPrincipal(caller.arn, iam);
    const { EvaluationResults = [] } = await withPermission('iam:SimulatePrincipalPolicy', () =>
      iam.send(
        new SimulatePrincipalPolicyCommand({ PolicySourceArn: principal, ActionNames: SUBSCRIBE_ACTIONS }),
      ),
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
  const { Role } = await withPermission('iam:GetRole', () =>
    iam.send(new GetRoleCommand({ RoleName: role })),
  );
  return Role?.Arn ?? arn;
}
