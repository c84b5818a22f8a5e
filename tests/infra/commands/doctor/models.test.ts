import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  ListFoundationModelsCommand,
  type FoundationModelLifecycle,
  type GetFoundationModelAvailabilityResponse,
} from '@aws-sdk/client-bedrock';
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketplace, modelAccess } from '../../../../infra/commands/doctor/model-access.ts';
import { modelLifecycle, modelQuotas } from '../../../../infra/commands/doctor/models.ts';
import { awsError, inRegion } from '../../support/aws.ts';
import { ACCOUNT, missingPermission, runCheck } from '../../support/check-context.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = { id: CORE, region: 'us-west-2', schema: 'stability' as const, label: 'Core', cost: 1 };
/** A pool of one model, for one finding. */
const settings = { models: [core] };

const bedrock = mockClient(BedrockClient);
const quotas = mockClient(ServiceQuotasClient);
const iam = mockClient(IAMClient);
beforeEach(() => {
  for (const client of [bedrock, quotas, iam]) client.reset();
});

describe("the check of the models' lifecycle", () => {
  const REPLACE = 'Replace the model in infra/stages/try.ts, and deploy.';
  const mockModel = (modelLifecycle?: FoundationModelLifecycle, modelId = CORE) =>
    bedrock
      .on(ListFoundationModelsCommand)
      .resolves({ modelSummaries: [{ modelId, modelArn: '', ...(modelLifecycle && { modelLifecycle }) }] });

  it.each<[FoundationModelLifecycle, string, string]>([
    [{ status: 'ACTIVE' }, 'ok', `${CORE} is active in us-west-2.`],
    [{ status: 'ACTIVE', endOfLifeTime: new Date('2027-11-21') }, 'ok', `${CORE} is active in us-west-2.`],
    [
      { status: 'ACTIVE', endOfLifeTime: new Date('2027-01-15') },
      'warn',
      `${CORE} reaches its end of life on 2027-01-15.`,
    ],
    [{ status: 'LEGACY' }, 'warn', `${CORE} reaches its end of life soon.`],
    [
      { status: 'LEGACY', endOfLifeTime: new Date('2026-09-30') },
      'FAIL',
      `${CORE} reached its end of life on 2026-09-30.`,
    ],
  ])('reports on 21 November 2026 for %j: %s', async (lifecycle, status, message) => {
    mockModel(lifecycle);

    expect(await runCheck(modelLifecycle, { settings })).toEqual([
      { status, message, ...(status !== 'ok' && { fix: REPLACE }) },
    ]);
  });

  it('fails for a model that Bedrock does not list', async () => {
    mockModel({ status: 'ACTIVE' }, LARGE);

    expect(await runCheck(modelLifecycle, { settings })).toEqual([
      { status: 'FAIL', message: `${CORE} is not available in us-west-2.`, fix: REPLACE },
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

describe('the check of the model access', () => {
  const GRANTED: GetFoundationModelAvailabilityResponse = {
    modelId: CORE,
    agreementAvailability: { status: 'AVAILABLE' },
    authorizationStatus: 'AUTHORIZED',
    entitlementAvailability: 'AVAILABLE',
    regionAvailability: 'AVAILABLE',
  };

  it.each<[string, Partial<GetFoundationModelAvailabilityResponse>, string, string]>([
    ['granted', {}, 'ok', `The account can use ${CORE}.`],
    [
      'without a subscription',
      { agreementAvailability: { status: 'NOT_AVAILABLE' }, entitlementAvailability: 'NOT_AVAILABLE' },
      'FAIL',
      `The account is not subscribed to ${CORE}.`,
    ],
    [
      'with a pending subscription',
      { agreementAvailability: { status: 'PENDING' }, entitlementAvailability: 'NOT_AVAILABLE' },
      'warn',
      `The account's subscription to ${CORE} is pending.`,
    ],
    [
      'with a failed subscription',
      { agreementAvailability: { status: 'ERROR' } },
      'FAIL',
      `The account's subscription to ${CORE} failed.`,
    ],
    [
      'denied by the organization',
      { authorizationStatus: 'NOT_AUTHORIZED' },
      'FAIL',
      `The account is not authorized to use ${CORE}.`,
    ],
    [
      'not available in the region',
      { regionAvailability: 'NOT_AVAILABLE' },
      'FAIL',
      `${CORE} is not available in us-west-2 for this account.`,
    ],
  ])('reports access that is %s', async (_, answer, status, message) => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({ ...GRANTED, ...answer });

    const findings = await runCheck(modelAccess, { settings });

    expect(findings).toMatchObject([{ status, message }]);
    expect(findings[0]?.fix === undefined).toBe(status === 'ok');
  });

  it('covers each model of the pool', async () => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves(GRANTED);

    await runCheck(modelAccess);

    const calls = bedrock.commandCalls(GetFoundationModelAvailabilityCommand);
    expect(calls.map(({ args: [{ input }] }) => input.modelId)).toEqual([CORE, LARGE]);
  });
});

describe('the check of the model quotas', () => {
  const NAME = 'On-demand model inference requests per minute for Stability.ai Stable Image Core';
  const mockQuota = (QuotaName: string, Value: number) =>
    quotas.on(ListServiceQuotasCommand).resolves({ Quotas: [{ QuotaName, Value }] });

  it.each([
    [90, 'ok', `The quota of ${CORE} is 90 requests a minute.`],
    [20, 'warn', `The account's quota of ${CORE} is 20 requests a minute; the settings assume 90.`],
    [0, 'FAIL', `The account's quota of ${CORE} is 0.`],
  ])('reports a quota of %i as %s', async (value, status, message) => {
    mockQuota(NAME, value);

    expect(await runCheck(modelQuotas, { settings })).toMatchObject([{ status, message }]);
  });

  it.each([
    ['On-demand InvokeModel requests per minute for Stable Image Core V1', CORE],
    ['On-demand model inference requests per minute for Stability.ai Stable Diffusion 3.5 Large', LARGE],
    ['On-demand model inference requests per minute for Amazon Nova Canvas', 'amazon.nova-canvas-v1:0'],
  ])('finds by the name "%s" the quota of %s', async (name, id) => {
    mockQuota(name, 2_000);
    const models = [{ ...core, id, requestsPerMinute: 15, usdPerImage: 0.08 }];

    expect(await runCheck(modelQuotas, { settings: { models } })).toEqual([
      { status: 'ok', message: `The quota of ${id} is 2000 requests a minute.` },
    ]);
  });

  it.each([
    'On-demand model inference requests per minute for Stability.ai Stable Image Ultra',
    'On-demand model inference tokens per minute for Stability.ai Stable Image Core',
    'Cross-region model inference requests per minute for Stability.ai Stable Image Core',
  ])('ignores the other quota "%s"', async (name) => {
    mockQuota(name, 1);

    expect(await runCheck(modelQuotas, { settings })).toEqual([
      { status: '?', message: `Service Quotas lists no quota of ${CORE}; the settings assume 90.` },
    ]);
  });

  it('reads every page of the quotas', async () => {
    quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [], NextToken: 'more' })
      .on(ListServiceQuotasCommand, { NextToken: 'more' })
      .resolves({ Quotas: [{ QuotaName: NAME, Value: 90 }] });

    expect(await runCheck(modelQuotas, { settings })).toMatchObject([{ status: 'ok' }]);
  });
});

describe('the check of the Marketplace permissions', () => {
  const ACTIONS = ['aws-marketplace:Subscribe', 'aws-marketplace:ViewSubscriptions'];
  const mockAllowed = (allowed: string[]) =>
    iam.on(SimulatePrincipalPolicyCommand).resolves({
      EvaluationResults: ACTIONS.map((EvalActionName) => ({
        EvalActionName,
        EvalDecision: allowed.includes(EvalActionName) ? 'allowed' : 'implicitDeny',
      })),
    });
  const listPrincipals = () =>
    iam.commandCalls(SimulatePrincipalPolicyCommand).map(({ args: [{ input }] }) => input.PolicySourceArn);
  const useCaller = (arn: string) => ({ caller: { account: ACCOUNT, arn } });

  it('accepts a user with both permissions', async () => {
    mockAllowed(ACTIONS);

    expect(await runCheck(marketplace)).toEqual([
      { status: 'ok', message: 'These credentials can subscribe to models.' },
    ]);
    expect(listPrincipals()).toEqual([`arn:aws:iam::${ACCOUNT}:user/operator`]);
  });

  it('warns about each missing permission', async () => {
    mockAllowed(['aws-marketplace:ViewSubscriptions']);

    expect(await runCheck(marketplace)).toMatchObject([
      {
        status: 'warn',
        message: 'These credentials cannot subscribe to models: aws-marketplace:Subscribe is missing.',
      },
    ]);
  });

  it('looks up the role of a session, because the ARN of the session lacks its path', async () => {
    const role = `arn:aws:iam::${ACCOUNT}:role/aws-reserved/sso.amazonaws.com/Admin`;
    mockAllowed(ACTIONS);
    iam.on(GetRoleCommand, { RoleName: 'Admin' }).resolves({
      Role: { Arn: role, Path: '', RoleName: 'Admin', RoleId: '', CreateDate: new Date(0) },
    });

    await runCheck(marketplace, useCaller(`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/session`));

    expect(listPrincipals()).toEqual([role]);
  });

  it('accepts the root user without a simulation, which IAM does not support', async () => {
    expect(await runCheck(marketplace, useCaller(`arn:aws:iam::${ACCOUNT}:root`))).toEqual([
      { status: 'ok', message: 'The root user can subscribe to models.' },
    ]);
    expect(iam.calls()).toEqual([]);
  });
});

describe('a check without a permission', () => {
  it.each([
    ['bedrock:ListFoundationModels', modelLifecycle],
    ['bedrock:GetFoundationModelAvailability', modelAccess],
    ['servicequotas:ListServiceQuotas', modelQuotas],
    ['iam:SimulatePrincipalPolicy', marketplace],
  ])('names %s', async (permission, check) => {
    const denied = awsError('AccessDeniedException');
    bedrock.onAnyCommand().rejects(denied);
    quotas.onAnyCommand().rejects(denied);
    iam.onAnyCommand().rejects(denied);

    expect(await runCheck(check, { settings })).toEqual([missingPermission(permission)]);
  });
});
