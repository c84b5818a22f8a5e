import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { clientSettings } from '../aws/client-settings.ts';
import { ok, warn, type Check } from './check.ts';
import { may } from './may.ts';

const NEEDED = ['aws-marketplace:Subscribe', 'aws-marketplace:ViewSubscriptions'];

/** The first use of a model subscribes the account to it. Whether whoever runs this could do that. */
export const marketplace: Check = {
  name: 'Marketplace',
  async look({ settings, caller }) {
    // IAM does not simulate the root user, who may do everything.
    if (caller.arn.endsWith(':root')) return [ok('The root user may subscribe to models.')];
    const iam = new IAMClient(clientSettings(settings.region));
    const principal = await principalOf(caller.arn, iam);
    const { EvaluationResults = [] } = await may('iam:SimulatePrincipalPolicy', () =>
      iam.send(new SimulatePrincipalPolicyCommand({ PolicySourceArn: principal, ActionNames: NEEDED })),
    );
    const allowed = EvaluationResults.filter(({ EvalDecision }) => EvalDecision === 'allowed');
    const denied = NEEDED.filter(
      (action) => !allowed.some(({ EvalActionName }) => EvalActionName === action),
    );
    if (denied.length === 0) return [ok('These credentials may subscribe to models.')];
    return [
      warn(
        `These credentials may not subscribe to models: ${denied.join(', ')}.`,
        'Let somebody who may invoke each model once. Where model access is ok, nothing is left to do.',
      ),
    ];
  },
};

/** A session's ARN leaves the path of its role out, so IAM is asked for it. A user's ARN is its own. */
async function principalOf(arn: string, iam: IAMClient): Promise<string> {
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  if (role === undefined) return arn;
  const { Role } = await may('iam:GetRole', () => iam.send(new GetRoleCommand({ RoleName: role })));
  return Role?.Arn ?? arn;
}
