import { expect, it } from 'vitest';
import { awsError, listCalls, resetAws, type Answers } from '../../support/aws.ts';
import { NOT_DEPLOYED, runCheck, testCheck, type Case } from '../../support/doctor.ts';

const CORE = 'stability.stable-image-core-v1:1';
const LARGE = 'stability.sd3-5-large-v1:0';
const core = { id: CORE, region: 'us-west-2', schema: 'stability' as const, label: 'Core', cost: 1 };
/** A pool of one model, for one finding. */
const settings = { models: [core] };
/** One more model, which is called through a profile in two regions. */
const PROFILE = 'us.stability.stable-image-style-guide-v1:0';
const STYLE = 'stability.stable-image-style-guide-v1:0';
const style = {
  settings: {
    models: [core],
    services: [
      {
        id: PROFILE,
        service: 'style' as const,
        regions: ['us-west-2', 'us-east-1'],
        label: 'Style',
        cost: 1,
      },
    ],
  },
};
const given = (aws: Answers) => ({ settings, aws });

const REPLACE = 'Replace the model in infra/stages/try.ts, and deploy.';
const lifecycle = (status: string, end?: string) =>
  given({
    GetFoundationModel: {
      modelDetails: {
        modelLifecycle: { status, ...(end !== undefined && { endOfLifeTime: new Date(end) }) },
      },
    },
  });
// The checks run on 21 November 2026.
testCheck('models', {
  'accepts an active model': [lifecycle('ACTIVE'), `ok ${CORE} is active in us-west-2.`],
  'accepts a model that ends in a year': [
    lifecycle('ACTIVE', '2027-11-21'),
    `ok ${CORE} is active in us-west-2.`,
  ],
  'warns of a model that ends in two months': [
    lifecycle('ACTIVE', '2027-01-15'),
    `warn ${CORE} reaches its end of life on 2027-01-15. -> ${REPLACE}`,
  ],
  'warns of a legacy model': [
    lifecycle('LEGACY'),
    `warn ${CORE} reaches its end of life soon. -> ${REPLACE}`,
  ],
  'fails for a model that has ended': [
    lifecycle('LEGACY', '2026-09-30'),
    `FAIL ${CORE} reached its end of life on 2026-09-30. -> ${REPLACE}`,
  ],
  'fails for a legacy model before the first deployment': [
    { ...lifecycle('LEGACY'), ...NOT_DEPLOYED },
    `FAIL ${CORE} is a legacy model, which a new account cannot start to use. -> ${REPLACE}`,
  ],
  'fails for a model that its region does not have': [
    given({ GetFoundationModel: awsError('ResourceNotFoundException') }),
    `FAIL ${CORE} is not available in us-west-2. -> ${REPLACE}`,
  ],
  'covers a service in each of its regions': [
    style,
    `ok ${CORE} is active in us-west-2.`,
    `ok ${STYLE} is active in us-west-2.`,
    `ok ${STYLE} is active in us-east-1.`,
  ],
});

it("doctor: Bedrock is asked for each model in the model's own region", async () => {
  resetAws();

  await runCheck('models', { settings: { region: 'eu-west-1' } });

  expect(listCalls().map(({ region, input }) => [region, input['modelIdentifier']])).toEqual([
    ['us-west-2', CORE],
    ['us-west-2', LARGE],
  ]);
});

const profile = (status: string, ...regions: string[]) => ({
  ...style,
  aws: {
    GetInferenceProfile: {
      status,
      models: regions.map((region) => ({ modelArn: `arn:aws:bedrock:${region}::foundation-model/${STYLE}` })),
    },
  },
});
const notAvailable = ['us-west-2', 'us-east-1'].map(
  (region) =>
    `FAIL ${PROFILE} is not available in ${region}. -> Change the model in infra/stages/try.ts, and deploy.`,
);
testCheck('inference profiles', {
  'accepts a profile that is active in each region and stays in the regions of the policy': [
    profile('ACTIVE', 'us-east-1', 'us-east-2', 'us-west-2'),
    `ok ${PROFILE} is active in us-west-2.`,
    `ok ${PROFILE} is active in us-east-1.`,
  ],
  'fails for a profile that does not exist': [
    { ...style, aws: { GetInferenceProfile: awsError('ResourceNotFoundException') } },
    ...notAvailable,
  ],
  'fails for a profile that is not active': [profile('DELETED'), ...notAvailable],
  'fails for a profile that has another region': [
    profile('ACTIVE', 'us-west-1'),
    ...['us-west-2', 'us-east-1'].map(
      (region) =>
        `FAIL ${PROFILE} in ${region} also uses us-west-1, which the stack's policy does not allow. -> Add the region to PROFILE_REGIONS in contract/model-pool.ts and to the privacy text, and deploy.`,
    ),
  ],
  'does not apply to a stage without references': [{}],
});

const quotas = (QuotaName: string, Value: number) => ({
  ListServiceQuotas: { Quotas: [{ QuotaName, Value }] },
});
const ON_DEMAND = 'On-demand model inference requests per minute for';
const CORE_QUOTA = `${ON_DEMAND} Stability.ai Stable Image Core`;
const findQuota = (id: string, name: string): Case => [
  {
    settings: { models: [{ ...core, id, requestsPerMinute: 15, usdPerImage: 0.08 }] },
    aws: quotas(name, 2_000),
  },
  `ok The quota of ${id} in us-west-2 is 2000 requests a minute.`,
];
const ignoreQuota = (name: string): Case => [
  given(quotas(name, 1)),
  `? Service Quotas lists no quota of ${CORE} in us-west-2; the settings assume 90.`,
];
testCheck('model quotas', {
  'accepts what the settings assume': [
    given(quotas(CORE_QUOTA, 90)),
    `ok The quota of ${CORE} in us-west-2 is 90 requests a minute.`,
  ],
  'warns of a smaller quota': [
    given(quotas(CORE_QUOTA, 20)),
    `warn The account's quota of ${CORE} in us-west-2 is 20 requests a minute; the settings assume 90. -> …`,
  ],
  'fails for a quota of 0': [
    given(quotas(CORE_QUOTA, 0)),
    `FAIL The account's quota of ${CORE} in us-west-2 is 0. -> …`,
  ],
  'finds the quota by another form of its name': findQuota(
    CORE,
    'On-demand InvokeModel requests per minute for Stable Image Core V1',
  ),
  'finds the quota of SD3.5 Large': findQuota(LARGE, `${ON_DEMAND} Stability.ai Stable Diffusion 3.5 Large`),
  'finds the quota of Nova Canvas': findQuota('amazon.nova-canvas-v1:0', `${ON_DEMAND} Amazon Nova Canvas`),
  'ignores the quota of another model': ignoreQuota(`${ON_DEMAND} Stability.ai Stable Image Ultra`),
  'ignores the quota of tokens': ignoreQuota(
    'On-demand model inference tokens per minute for Stability.ai Stable Image Core',
  ),
  'ignores the quota of profiles': ignoreQuota(
    'Cross-region model inference requests per minute for Stability.ai Stable Image Core',
  ),
  'reads every page of the quotas': [
    given({
      ListServiceQuotas: ({ input }) =>
        input['NextToken'] === 'more'
          ? quotas(CORE_QUOTA, 90).ListServiceQuotas
          : { Quotas: [], NextToken: 'more' },
    }),
    `ok The quota of ${CORE} in us-west-2 is 90 requests a minute.`,
  ],
  'compares the quota of a profile in each region': [
    {
      ...style,
      aws: {
        ListServiceQuotas: ({ region }) => ({
          Quotas: [
            { QuotaName: `${ON_DEMAND} Stable Image Style Guide`, Value: 1 },
            { QuotaName: CORE_QUOTA, Value: 90 },
            {
              QuotaName:
                'Cross-region model inference requests per minute for Stability Stable Image Style Guide',
              Value: region === 'us-east-1' ? 5 : 10,
            },
          ],
        }),
      },
    },
    `ok The quota of ${CORE} in us-west-2 is 90 requests a minute.`,
    `ok The quota of ${STYLE} in us-west-2 is 10 requests a minute.`,
    `warn The account's quota of ${STYLE} in us-east-1 is 5 requests a minute; the settings assume 10. -> …`,
  ],
});

const access = (answer: object) =>
  given({
    GetFoundationModelAvailability: {
      agreementAvailability: { status: 'AVAILABLE' },
      authorizationStatus: 'AUTHORIZED',
      entitlementAvailability: 'AVAILABLE',
      regionAvailability: 'AVAILABLE',
      ...answer,
    },
  });
const agreement = (status: string) => ({ agreementAvailability: { status } });
const NOT_ENTITLED = { entitlementAvailability: 'NOT_AVAILABLE' };
testCheck('model access', {
  'accepts a subscription': [access({}), `ok The account can use ${CORE} in us-west-2.`],
  'fails without an agreement': [
    access(agreement('NOT_AVAILABLE')),
    `FAIL The account is not subscribed to ${CORE} in us-west-2. -> …`,
  ],
  'fails without an entitlement': [
    access(NOT_ENTITLED),
    `FAIL The account is not subscribed to ${CORE} in us-west-2. -> …`,
  ],
  'warns of a pending subscription': [
    access({ ...agreement('PENDING'), ...NOT_ENTITLED }),
    `warn The account's subscription to ${CORE} in us-west-2 is pending. -> …`,
  ],
  'fails for a subscription that failed': [
    access(agreement('ERROR')),
    `FAIL The account's subscription to ${CORE} in us-west-2 failed. -> …`,
  ],
  'fails if a policy forbids the model': [
    access({ authorizationStatus: 'NOT_AUTHORIZED' }),
    `FAIL The account is not authorized to use ${CORE} in us-west-2. -> …`,
  ],
  'fails if the region is not available': [
    access({ regionAvailability: 'NOT_AVAILABLE' }),
    `FAIL ${CORE} is not available in us-west-2 for this account. -> …`,
  ],
  'covers each model in each of its regions': [
    { ...style, aws: access({}).aws },
    `ok The account can use ${CORE} in us-west-2.`,
    `ok The account can use ${STYLE} in us-west-2.`,
    `ok The account can use ${STYLE} in us-east-1.`,
  ],
});
