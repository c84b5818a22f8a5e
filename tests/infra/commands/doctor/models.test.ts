import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  ListFoundationModelsCommand,
  type FoundationModelLifecycle,
  type GetFoundationModelAvailabilityResponse,
} from '@aws-sdk/client-bedrock';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { modelAccess } from '../../../../infra/commands/doctor/model-access.ts';
import { modelQuotas } from '../../../../infra/commands/doctor/model-quotas.ts';
import { models } from '../../../../infra/commands/doctor/models.ts';
import { inRegion } from '../../support/aws.ts';
import { awsError, diagnose, notAllowed } from '../../support/patient.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = {
  id: CORE,
  region: 'us-west-2',
  schema: 'stability' as const,
  label: 'Stable Image Core',
  cost: 1,
};
/** One model, so that one finding is expected. */
const settings = { models: [core] };
const REPLACE = 'Put another model in its place in infra/stages/try.ts, and deploy.';

const bedrock = mockClient(BedrockClient);
const quotas = mockClient(ServiceQuotasClient);
beforeEach(() => {
  bedrock.reset();
  quotas.reset();
});

describe("a model's life", () => {
  const listed = (modelLifecycle?: FoundationModelLifecycle, modelId = CORE) =>
    bedrock
      .on(ListFoundationModelsCommand)
      .resolves({ modelSummaries: [{ modelId, modelArn: '', ...(modelLifecycle && { modelLifecycle }) }] });

  it.each<[string, FoundationModelLifecycle, object]>([
    ['active', { status: 'ACTIVE' }, { state: 'ok', found: `${CORE} is active in us-west-2.` }],
    [
      'active, with an end that is far',
      { status: 'ACTIVE', endOfLifeTime: new Date('2027-11-21') },
      { state: 'ok', found: `${CORE} is active in us-west-2.` },
    ],
    [
      'active, with an end within 90 days',
      { status: 'ACTIVE', endOfLifeTime: new Date('2027-01-15') },
      { state: 'warn', found: `${CORE} goes out of service on 2027-01-15.`, fix: REPLACE },
    ],
    [
      'legacy, without a date',
      { status: 'LEGACY' },
      { state: 'warn', found: `${CORE} goes out of service.`, fix: REPLACE },
    ],
    [
      'past its end',
      { status: 'LEGACY', endOfLifeTime: new Date('2026-09-30') },
      { state: 'FAIL', found: `${CORE} reached its end of life on 2026-09-30.`, fix: REPLACE },
    ],
  ])('%s', async (_, lifecycle, finding) => {
    listed(lifecycle);

    expect(await diagnose(models, { settings })).toEqual([finding]);
  });

  it('that Bedrock does not list fails', async () => {
    listed({ status: 'ACTIVE' }, LARGE);

    expect(await diagnose(models, { settings })).toEqual([
      { state: 'FAIL', found: `${CORE} is not served in us-west-2.`, fix: REPLACE },
    ]);
  });

  it("is asked of the model's own region, once for all models there", async () => {
    const asked: string[] = [];
    bedrock.on(ListFoundationModelsCommand).callsFake(
      inRegion((region) => {
        asked.push(region);
        return { modelSummaries: [] };
      }),
    );

    expect(await diagnose(models, { settings: { region: 'eu-west-1' } })).toHaveLength(2);
    expect(asked).toEqual(['us-west-2']);
  });

  it('names the permission that is missing', async () => {
    bedrock.on(ListFoundationModelsCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(models, { settings })).toEqual([notAllowed('bedrock:ListFoundationModels')]);
  });
});

describe('access to a model', () => {
  const GRANTED: GetFoundationModelAvailabilityResponse = {
    modelId: CORE,
    agreementAvailability: { status: 'AVAILABLE' },
    authorizationStatus: 'AUTHORIZED',
    entitlementAvailability: 'AVAILABLE',
    regionAvailability: 'AVAILABLE',
  };

  it.each<[string, Partial<GetFoundationModelAvailabilityResponse>, object]>([
    ['granted', {}, { state: 'ok', found: `The account may use ${CORE}.` }],
    [
      'not subscribed to yet',
      { agreementAvailability: { status: 'NOT_AVAILABLE' }, entitlementAvailability: 'NOT_AVAILABLE' },
      {
        state: 'FAIL',
        found: `The account is not subscribed to ${CORE} yet.`,
        fix: 'Invoke it once as an administrator, in the playground of the Bedrock console in us-west-2. It can take 15 minutes.',
      },
    ],
    [
      'being subscribed',
      { agreementAvailability: { status: 'PENDING' }, entitlementAvailability: 'NOT_AVAILABLE' },
      {
        state: 'warn',
        found: `The account is being subscribed to ${CORE}.`,
        fix: 'Wait: it can take 15 minutes. Creators keep their credits meanwhile.',
      },
    ],
    [
      'not paid for',
      { agreementAvailability: { status: 'ERROR' } },
      {
        state: 'FAIL',
        found: `The subscription to ${CORE} failed.`,
        fix: 'Look whether the account has a valid payment method, and invoke the model once again.',
      },
    ],
    [
      'denied by the organization',
      { authorizationStatus: 'NOT_AUTHORIZED' },
      {
        state: 'FAIL',
        found: `The account is not authorized to use ${CORE}.`,
        fix: 'Look for a service control policy that denies bedrock:InvokeModel or aws-marketplace:Subscribe.',
      },
    ],
    [
      'not in this region',
      { regionAvailability: 'NOT_AVAILABLE' },
      {
        state: 'FAIL',
        found: `${CORE} is not available in us-west-2 to this account.`,
        fix: 'Choose another region or model in the settings.',
      },
    ],
  ])('%s', async (_, answer, finding) => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({ ...GRANTED, ...answer });

    expect(await diagnose(modelAccess, { settings })).toEqual([finding]);
  });

  it('is asked for each model of the pool', async () => {
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves(GRANTED);

    expect(await diagnose(modelAccess)).toHaveLength(2);
    expect(
      bedrock
        .commandCalls(GetFoundationModelAvailabilityCommand)
        .map(({ args: [{ input }] }) => input.modelId),
    ).toEqual([CORE, LARGE]);
  });

  it('names the permission that is missing', async () => {
    bedrock.on(GetFoundationModelAvailabilityCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(modelAccess, { settings })).toEqual([
      notAllowed('bedrock:GetFoundationModelAvailability'),
    ]);
  });
});

describe("a model's quota", () => {
  const listed = (QuotaName: string, Value: number) =>
    quotas.on(ListServiceQuotasCommand).resolves({ Quotas: [{ QuotaName, Value }] });
  const NAME = 'On-demand model inference requests per minute for Stability.ai Stable Image Core';

  it.each<[string, number, object]>([
    ['as the settings have it', 90, { state: 'ok', found: `${CORE}: 90 a minute.` }],
    [
      'of a new account',
      20,
      {
        state: 'warn',
        found: `The account may invoke ${CORE} 20 times a minute; the settings count on 90 a minute.`,
        fix: 'Set requestsPerMinute of the model in infra/stages/try.ts: what is reserved for generations follows from it.',
      },
    ],
    [
      'of nothing',
      0,
      {
        state: 'FAIL',
        found: `The account may not invoke ${CORE}: its quota is 0.`,
        fix: 'Ask AWS Support why, and for the default quota.',
      },
    ],
  ])('%s', async (_, value, finding) => {
    listed(NAME, value);

    expect(await diagnose(modelQuotas, { settings })).toEqual([finding]);
  });

  it.each([
    ['On-demand InvokeModel requests per minute for Stable Image Core V1', CORE],
    ['On-demand model inference requests per minute for Stability.ai Stable Diffusion 3.5 Large', LARGE],
    ['On-demand model inference requests per minute for Amazon Nova Canvas', 'amazon.nova-canvas-v1:0'],
  ])('is found by its name: %s', async (name, id) => {
    listed(name, 2_000);

    const mine = { ...core, id, requestsPerMinute: 15, usdPerImage: 0.08 };
    expect(await diagnose(modelQuotas, { settings: { models: [mine] } })).toEqual([
      { state: 'ok', found: `${id}: 2000 a minute.` },
    ]);
  });

  it.each([
    'On-demand model inference requests per minute for Stability.ai Stable Image Ultra',
    'On-demand model inference tokens per minute for Stability.ai Stable Image Core',
    'Cross-region model inference requests per minute for Stability.ai Stable Image Core',
  ])('is not taken for another: %s', async (name) => {
    listed(name, 1);

    expect(await diagnose(modelQuotas, { settings })).toEqual([
      { state: '?', found: `Service Quotas lists none for ${CORE}; the settings count on 90 a minute.` },
    ]);
  });

  it('may be on a later page', async () => {
    quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [], NextToken: 'more' })
      .on(ListServiceQuotasCommand, { NextToken: 'more' })
      .resolves({ Quotas: [{ QuotaName: NAME, Value: 90 }] });

    expect(await diagnose(modelQuotas, { settings })).toMatchObject([{ state: 'ok' }]);
  });

  it('names the permission that is missing', async () => {
    quotas.on(ListServiceQuotasCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(modelQuotas, { settings })).toEqual([
      notAllowed('servicequotas:ListServiceQuotas'),
    ]);
  });
});
