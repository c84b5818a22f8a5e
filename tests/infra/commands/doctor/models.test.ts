import {
  GetFoundationModelAvailabilityCommand,
  type GetFoundationModelAvailabilityResponse,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  ResourceNotFoundException,
  type FoundationModelLifecycle,
} from '@aws-sdk/client-bedrock';
import { GetRoleCommand, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { ListServiceQuotasCommand } from '@aws-sdk/client-service-quotas';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketplace, modelAccess } from '../../../../infra/commands/doctor/model-access.ts';
import { inferenceProfiles, modelLifecycle, modelQuotas } from '../../../../infra/commands/doctor/models.ts';
import { ACCOUNT, awsError, bedrock, iam, inRegion, quotas, resetAws } from '../../support/aws.ts';
import { listProblems, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = { id: CORE, region: 'us-west-2', schema: 'stability' as const, label: 'Core', cost: 1 };
/** A pool of one model, for one finding. */
const settings = { models: [core] };

const notFound = new ResourceNotFoundException({ message: 'not found', $metadata: {} });

beforeEach(() => resetAws());

describe('doctor, models:', () => {
  const REPLACE = 'Replace the model in infra/stages/try.ts, and deploy.';
  const ACTIVE = `ok ${CORE} is active in us-west-2.`;
  const mockModel = (modelLifecycle?: FoundationModelLifecycle, modelId = CORE) =>
    bedrock
      .on(GetFoundationModelCommand, { modelIdentifier: modelId })
      .resolves({ modelDetails: { modelId, modelArn: '', ...(modelLifecycle && { modelLifecycle }) } });

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

  it('fails for a legacy model before the first deployment, because a new account cannot start to use it', async () => {
    mockModel({ status: 'LEGACY' });

    expect(await runCheck(modelLifecycle, { ...NOT_DEPLOYED, settings })).toEqual([
      `FAIL ${CORE} is a legacy model, which a new account cannot start to use. -> ${REPLACE}`,
    ]);
  });

  it('fails for a model that its region does not have', async () => {
    bedrock.on(GetFoundationModelCommand).rejects(awsError('ResourceNotFoundException'));

    expect(await runCheck(modelLifecycle, { settings })).toEqual([
      `FAIL ${CORE} is not available in us-west-2. -> ${REPLACE}`,
    ]);
  });

  it("asks Bedrock for each model in the model's own region", async () => {
    const called: string[] = [];
    bedrock.on(GetFoundationModelCommand).callsFake(
      inRegion((region, { modelIdentifier }: { modelIdentifier: string }) => {
        called.push(`${region} ${modelIdentifier}`);
        return {};
      }),
    );

    expect(await runCheck(modelLifecycle, { settings: { region: 'eu-west-1' } })).toHaveLength(2);
    expect(called.sort()).toEqual([`us-west-2 ${LARGE}`, `us-west-2 ${CORE}`]);
  });
});

describe('doctor, model quotas:', () => {
  const NAME = 'On-demand model inference requests per minute for Stability.ai Stable Image Core';
  const mockQuota = (QuotaName: string, Value: number) =>
    quotas.on(ListServiceQuotasCommand).resolves({ Quotas: [{ QuotaName, Value }] });

  it.each([
    [90, `ok The quota of ${CORE} in us-west-2 is 90 requests a minute.`],
    [20, `warn The account's quota of ${CORE} in us-west-2 is 20 requests a minute; the settings assume 90.`],
    [0, `FAIL The account's quota of ${CORE} in us-west-2 is 0.`],
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
      `ok The quota of ${id} in us-west-2 is 2000 requests a minute.`,
    ]);
  });

  it.each([
    'On-demand model inference requests per minute for Stability.ai Stable Image Ultra',
    'On-demand model inference tokens per minute for Stability.ai Stable Image Core',
    'Cross-region model inference requests per minute for Stability.ai Stable Image Core',
  ])('ignores the other quota "%s"', async (name) => {
    mockQuota(name, 1);

    expect(await runCheck(modelQuotas, { settings })).toEqual([
      `? Service Quotas lists no quota of ${CORE} in us-west-2; the settings assume 90.`,
    ]);
  });

  it('reads every page of the quotas', async () => {
    quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [], NextToken: 'more' })
      .on(ListServiceQuotasCommand, { NextToken: 'more' })
      .resolves({ Quotas: [{ QuotaName: NAME, Value: 90 }] });

    expect(await runCheck(modelQuotas, { settings })).toEqual([
      `ok The quota of ${CORE} in us-west-2 is 90 requests a minute.`,
    ]);
  });
});

describe('doctor, reference models:', () => {
  const PROFILE = 'us.stability.stable-image-style-guide-v1:0';
  const STYLE = 'stability.stable-image-style-guide-v1:0';
  const referenceModels = [
    { id: PROFILE, service: 'style' as const, regions: ['us-west-2', 'us-east-1'], label: 'Style', cost: 1 },
  ];
  const style = { settings: { models: [core], referenceModels } };
  const mockProfile = (status: string, ...regions: string[]) =>
    bedrock.on(GetInferenceProfileCommand, { inferenceProfileIdentifier: PROFILE }).resolves({
      status: status as 'ACTIVE',
      models: regions.map((region) => ({ modelArn: `arn:aws:bedrock:${region}::foundation-model/${STYLE}` })),
    });

  it('accepts a profile that is active in each region and stays in the regions of the policy', async () => {
    mockProfile('ACTIVE', 'us-east-1', 'us-east-2', 'us-west-2');

    expect(await runCheck(inferenceProfiles, style)).toEqual([
      `ok ${PROFILE} is active in us-west-2.`,
      `ok ${PROFILE} is active in us-east-1.`,
    ]);
  });

  it.each([
    [
      'does not exist',
      () => bedrock.on(GetInferenceProfileCommand).rejects(notFound),
      'is not available in us-west-2',
    ],
    ['is not active', () => mockProfile('DELETED'), 'is not available in us-west-2'],
    [
      'has another region',
      () => mockProfile('ACTIVE', 'us-west-1'),
      'in us-west-2 also uses us-west-1, which',
    ],
  ])('fails for a profile that %s', async (_, prepare, problem) => {
    prepare();

    const [finding] = await runCheck(inferenceProfiles, style);
    expect(finding).toContain(`FAIL ${PROFILE} ${problem}`);
    expect(finding).toMatch(/ -> (Change the model in infra|Add the region to PROFILE_REGIONS)/);
  });

  it('calls nothing for a stage without references', async () => {
    expect(await runCheck(inferenceProfiles)).toEqual([]);
    expect(bedrock.calls()).toEqual([]);
  });

  it("covers the foundation model's lifecycle, access and quota in each region", async () => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({ modelId: STYLE });
    quotas.on(ListServiceQuotasCommand).callsFake(
      inRegion((region) => ({
        Quotas: [
          {
            QuotaName: 'On-demand model inference requests per minute for Stable Image Style Guide',
            Value: 1,
          },
          {
            QuotaName:
              'Cross-region model inference requests per minute for Stability Stable Image Style Guide',
            Value: region === 'us-east-1' ? 5 : 10,
          },
        ],
      })),
    );

    const lines = await Promise.all(
      [modelLifecycle, modelAccess, modelQuotas].map((check) => runCheck(check, style)),
    );

    expect(lines.flat().filter((line) => line.includes(STYLE))).toEqual([
      `ok ${STYLE} is active in us-west-2.`,
      `ok ${STYLE} is active in us-east-1.`,
      `ok The account can use ${STYLE} in us-west-2.`,
      `ok The account can use ${STYLE} in us-east-1.`,
      `ok The quota of ${STYLE} in us-west-2 is 10 requests a minute.`,
      expect.stringContaining(
        `warn The account's quota of ${STYLE} in us-east-1 is 5 requests a minute; the settings assume 10.`,
      ),
    ]);
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

    expect(await runCheck(modelAccess)).toHaveLength(2);
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
