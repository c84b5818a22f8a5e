import {
  GetFoundationModelAvailabilityCommand,
  type GetFoundationModelAvailabilityResponse,
} from '@aws-sdk/client-bedrock';
import { GetRoleCommand, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketplace, modelAccess } from '../../../../infra/commands/doctor/model-access.ts';
import { ACCOUNT, bedrock, iam, resetAws } from '../../support/aws.ts';
import { listProblems, runCheck } from '../../support/doctor.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = { id: CORE, region: 'us-west-2', schema: 'stability' as const, label: 'Core', cost: 1 };
/** A pool of one model, for one finding. */
const settings = { models: [core] };

beforeEach(() => resetAws());

describe('doctor, model access:', () => {
  const GRANTED: GetFoundationModelAvailabilityResponse = {
    modelId: CORE,
    agreementAvailability: { status: 'AVAILABLE' },
    authorizationStatus: 'AUTHORIZED',
    entitlementAvailability: 'AVAILABLE',
    regionAvailability: 'AVAILABLE',
  };
  const agreement = (status: 'NOT_AVAILABLE' | 'PENDING' | 'ERROR') => ({
    agreementAvailability: { status },
  });
  const NOT_ENTITLED = { entitlementAvailability: 'NOT_AVAILABLE' } as const;

  it.each<[Partial<GetFoundationModelAvailabilityResponse>, string]>([
    [{}, `ok The account can use ${CORE} in us-west-2.`],
    [agreement('NOT_AVAILABLE'), `FAIL The account is not subscribed to ${CORE} in us-west-2.`],
    [NOT_ENTITLED, `FAIL The account is not subscribed to ${CORE} in us-west-2.`],
    [
      { ...agreement('PENDING'), ...NOT_ENTITLED },
      `warn The account's subscription to ${CORE} in us-west-2 is pending.`,
    ],
    [agreement('ERROR'), `FAIL The account's subscription to ${CORE} in us-west-2 failed.`],
    [
      { authorizationStatus: 'NOT_AUTHORIZED' },
      `FAIL The account is not authorized to use ${CORE} in us-west-2.`,
    ],
    [{ regionAvailability: 'NOT_AVAILABLE' }, `FAIL ${CORE} is not available in us-west-2 for this account.`],
  ])('reports for the answer %j: %s', async (answer, problem) => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({ ...GRANTED, ...answer });

    expect(await listProblems(modelAccess, { settings })).toEqual([problem]);
  });

  it('covers each model of the pool', async () => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves(GRANTED);

    await runCheck(modelAccess);

    const calls = bedrock.commandCalls(GetFoundationModelAvailabilityCommand);
    expect(calls.map(({ args: [{ input }] }) => input.modelId)).toEqual([CORE, LARGE]);
  });
});

describe('doctor, Marketplace:', () => {
  const ACTIONS = [
    'aws-marketplace:Subscribe',
    'aws-marketplace:Unsubscribe',
    'aws-marketplace:ViewSubscriptions',
  ];
  const USER = `arn:aws:iam::${ACCOUNT}:user/operator`;
  const SESSION = `arn:aws:sts::${ACCOUNT}:assumed-role/Admin/session`;
  const ROLE = `arn:aws:iam::${ACCOUNT}:role/aws-reserved/sso.amazonaws.com/Admin`;
  const ALLOWED = 'ok These credentials can subscribe to models.';
  const DENIED = 'warn These credentials cannot subscribe to models: aws-marketplace:Subscribe is missing.';

  // The ARN of a session lacks the path of its role. IAM does not simulate the root user.
  it.each<[string, string[], string, string[]]>([
    [USER, ACTIONS, ALLOWED, [USER]],
    [USER, ACTIONS.slice(1), DENIED, [USER]],
    [USER, ACTIONS.toSpliced(1, 1), DENIED.replace('Subscribe', 'Unsubscribe'), [USER]],
    [SESSION, ACTIONS, ALLOWED, [ROLE]],
    [`arn:aws:iam::${ACCOUNT}:root`, [], 'ok The root user can subscribe to models.', []],
  ])('reports for %s with the permissions %j: %s', async (arn, allowed, problem, simulated) => {
    iam.on(SimulatePrincipalPolicyCommand).resolves({
      EvaluationResults: ACTIONS.map((EvalActionName) => ({
        EvalActionName,
        EvalDecision: allowed.includes(EvalActionName) ? 'allowed' : 'implicitDeny',
      })),
    });
    iam.on(GetRoleCommand, { RoleName: 'Admin' }).resolves({
      Role: { Arn: ROLE, Path: '', RoleName: 'Admin', RoleId: '', CreateDate: new Date(0) },
    });

    expect(await listProblems(marketplace, { caller: { account: ACCOUNT, arn } })).toEqual([problem]);
    const calls = iam.commandCalls(SimulatePrincipalPolicyCommand);
    expect(calls.map(({ args: [{ input }] }) => input.PolicySourceArn)).toEqual(simulated);
  });
});
