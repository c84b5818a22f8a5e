import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketplace } from '../../../../infra/commands/doctor/marketplace.ts';
import { ACCOUNT, awsError, diagnose, notAllowed } from '../../support/patient.ts';

const iam = mockClient(IAMClient);
beforeEach(() => iam.reset());

describe('Marketplace', () => {
  const BOTH = ['aws-marketplace:Subscribe', 'aws-marketplace:ViewSubscriptions'];
  const simulated = (allowed: string[]) =>
    iam.on(SimulatePrincipalPolicyCommand).resolves({
      EvaluationResults: BOTH.map((EvalActionName) => ({
        EvalActionName,
        EvalDecision: allowed.includes(EvalActionName) ? 'allowed' : 'implicitDeny',
      })),
    });
  const asked = () =>
    iam.commandCalls(SimulatePrincipalPolicyCommand).map(({ args: [{ input }] }) => input.PolicySourceArn);
  const as = (arn: string) => ({ caller: { account: ACCOUNT, arn } });

  it('is open to a user with both permissions', async () => {
    simulated(BOTH);

    expect(await diagnose(marketplace)).toEqual([
      { state: 'ok', found: 'These credentials may subscribe to models.' },
    ]);
    expect(asked()).toEqual([`arn:aws:iam::${ACCOUNT}:user/operator`]);
  });

  it('warns of each permission that is missing', async () => {
    simulated(['aws-marketplace:ViewSubscriptions']);

    const [finding] = await diagnose(marketplace);
    expect(finding).toMatchObject({
      state: 'warn',
      found: 'These credentials may not subscribe to models: aws-marketplace:Subscribe.',
    });
  });

  it('asks for the role behind a session, whose path the session does not tell', async () => {
    const role = `arn:aws:iam::${ACCOUNT}:role/aws-reserved/sso.amazonaws.com/Admin`;
    simulated(BOTH);
    iam.on(GetRoleCommand, { RoleName: 'Admin' }).resolves({
      Role: { Arn: role, Path: '', RoleName: 'Admin', RoleId: '', CreateDate: new Date(0) },
    });

    await diagnose(marketplace, as(`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/session`));

    expect(asked()).toEqual([role]);
  });

  it('is open to the root user, of whom IAM knows nothing', async () => {
    expect(await diagnose(marketplace, as(`arn:aws:iam::${ACCOUNT}:root`))).toEqual([
      { state: 'ok', found: 'The root user may subscribe to models.' },
    ]);
  });

  it('names the permission that is missing', async () => {
    iam.on(SimulatePrincipalPolicyCommand).rejects(awsError('AccessDenied'));

    expect(await diagnose(marketplace)).toEqual([notAllowed('iam:SimulatePrincipalPolicy')]);
  });
});
