import {
  GetFoundationModelAvailabilityCommand,
  ListFoundationModelsCommand,
  type FoundationModelLifecycle,
  type GetFoundationModelAvailabilityResponse,
} from '@aws-sdk/client-bedrock';
import { GetRoleCommand, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { ListServiceQuotasCommand } from '@aws-sdk/client-service-quotas';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketplace, modelAccess } from '../../../../infra/commands/doctor/model-access.ts';
import { modelLifecycle, modelQuotas } from '../../../../infra/commands/doctor/models.ts';
import { ACCOUNT, bedrock, iam, inRegion, quotas, resetAws } from '../../support/aws.ts';
import { listProblems, runCheck } from '../../support/doctor.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = { id: CORE, region: 'us-west-2', schema: 'stability' as const, label: 'Core', cost: 1 };
/** A pool of one model, for one finding. */
const settings = { models: [core] };

beforeEach(() => resetAws());

describe('doctor, models:', () => {
  const REPLACE = 'Replace the model in infra/stages/try.ts, and deploy.';
  const ACTIVE = `ok ${CORE} is active in us-west-2.`;
  const mockModel = (modelLifecycle?: FoundationModelLifecycle, modelId = CORE) =>
    bedrock
      .on(ListFoundationModelsCommand)
      .resolves({ modelSummaries: [{ modelId, modelArn: '', ...(modelLifecycle && { modelLifecycle }) }] });

  it.each<[FoundationModelLifecycle['status'], string | undefined, string]>([
    ['ACTIVE', undefined, ACTIVE],
    ['ACTIVE', '2027-11-21', ACTIVE],
    ['ACTIVE', '2027-01-15', `warn ${CORE} reaches its end of life on 2027-01-15. -> ${REPLACE}`],
    ['LEGACY', undefined, `warn ${CORE} reaches its end of life soon. -> ${REPLACE}`],
    ['LEGACY', '2026-09-30', `FAIL ${CORE} reached its end of life on 2026-09-30. -> ${REPLACE}`],
  ])('reports on 21 November 2026 a model that is %s and ends at %s', async (status, end, finding) => {
    mockModel({ status, ...(end !== undefined && { endOfLifeTime: new Date(end) }) });

    expect(await runCheck(modelLifecycle, { settings })).toEqual([finding]);
  });

  it('fails for a model that Bedrock does not list', async () => {
    mockModel({ status: 'ACTIVE' }, LARGE);

    expect(await runCheck(modelLifecycle, { settings })).toEqual([
      `FAIL ${CORE} is not available in us-west-2. -> ${REPLACE}`,
    ]);
  });

  it("calls Bedrock once in each model's own region", async () => {
    const called: string[] = [];
    bedrock.on(ListFoundationModelsCommand).callsFake(
      inRegion((region) => {
        called.push(region);
        return { modelSummaries: [] };
      }),
    );

    expect(await runCheck(modelLifecycle, { settings: { region: 'eu-west-1' } })).toHaveLength(2);
    expect(called).toEqual(['us-west-2']);
  });
});

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
    [{}, `ok The account can use ${CORE}.`],
    [agreement('NOT_AVAILABLE'), `FAIL The account is not subscribed to ${CORE}.`],
    [NOT_ENTITLED, `FAIL The account is not subscribed to ${CORE}.`],
    [{ ...agreement('PENDING'), ...NOT_ENTITLED }, `warn The account's subscription to ${CORE} is pending.`],
    [agreement('ERROR'), `FAIL The account's subscription to ${CORE} failed.`],
    [{ authorizationStatus: 'NOT_AUTHORIZED' }, `FAIL The account is not authorized to use ${CORE}.`],
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

describe('doctor, model quotas:', () => {
  const NAME = 'On-demand model inference requests per minute for Stability.ai Stable Image Core';
  const mockQuota = (QuotaName: string, Value: number) =>
    quotas.on(ListServiceQuotasCommand).resolves({ Quotas: [{ QuotaName, Value }] });

  it.each([
    [90, `ok The quota of ${CORE} is 90 requests a minute.`],
    [20, `warn The account's quota of ${CORE} is 20 requests a minute; the settings assume 90.`],
    [0, `FAIL The account's quota of ${CORE} is 0.`],
  ])('reports a quota of %i: %s', async (value, problem) => {
    mockQuota(NAME, value);

    expect(await listProblems(modelQuotas, { settings })).toEqual([problem]);
  });

  it.each([
    ['On-demand InvokeModel requests per minute for Stable Image Core V1', CORE],
    ['On-demand model inference requests per minute for Stability.ai Stable Diffusion 3.5 Large', LARGE],
    ['On-demand model inference requests per minute for Amazon Nova Canvas', 'amazon.nova-canvas-v1:0'],
  ])('finds by the name "%s" the quota of %s', async (name, id) => {
    mockQuota(name, 2_000);
    const models = [{ ...core, id, requestsPerMinute: 15, usdPerImage: 0.08 }];

    expect(await runCheck(modelQuotas, { settings: { models } })).toEqual([
      `ok The quota of ${id} is 2000 requests a minute.`,
    ]);
  });

  it.each([
    'On-demand model inference requests per minute for Stability.ai Stable Image Ultra',
    'On-demand model inference tokens per minute for Stability.ai Stable Image Core',
    'Cross-region model inference requests per minute for Stability.ai Stable Image Core',
  ])('ignores the other quota "%s"', async (name) => {
    mockQuota(name, 1);

    expect(await runCheck(modelQuotas, { settings })).toEqual([
      `? Service Quotas lists no quota of ${CORE}; the settings assume 90.`,
    ]);
  });

  it('reads every page of the quotas', async () => {
    quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [], NextToken: 'more' })
      .on(ListServiceQuotasCommand, { NextToken: 'more' })
      .resolves({ Quotas: [{ QuotaName: NAME, Value: 90 }] });

    expect(await runCheck(modelQuotas, { settings })).toEqual([
      `ok The quota of ${CORE} is 90 requests a minute.`,
    ]);
  });
});

describe('doctor, Marketplace:', () => {
  const ACTIONS = ['aws-marketplace:Subscribe', 'aws-marketplace:ViewSubscriptions'];
  const USER = `arn:aws:iam::${ACCOUNT}:user/operator`;
  const SESSION = `arn:aws:sts::${ACCOUNT}:assumed-role/Admin/session`;
  const ROLE = `arn:aws:iam::${ACCOUNT}:role/aws-reserved/sso.amazonaws.com/Admin`;
  const ALLOWED = 'ok These credentials can subscribe to models.';
  const DENIED = 'warn These credentials cannot subscribe to models: aws-marketplace:Subscribe is missing.';

  // The ARN of a session lacks the path of its role. IAM does not simulate the root user.
  it.each<[string, string[], string, string[]]>([
    [USER, ACTIONS, ALLOWED, [USER]],
    [USER, ['aws-marketplace:ViewSubscriptions'], DENIED, [USER]],
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
