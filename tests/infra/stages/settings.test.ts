import { EDIT_SERVICES } from '#contract/model-pool.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { computeConcurrency } from '../../../infra/stages/model-pool.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import { CERTIFICATE, LEGAL } from '../support/stages.ts';

const CORE = 'stability.stable-image-core-v1:1';
const unknownModel = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 } as const;
const model = { ...unknownModel, requestsPerMinute: 30, usdPerImage: 0.01 };
const zone = { id: 'Z0123456789ABC', name: 'example.com' };

const styleGuide = {
  id: 'us.stability.stable-image-style-guide-v1:0',
  service: 'style',
  regions: ['us-west-2'],
  label: 'Style',
  cost: 1,
};

/** Settings of a stage file, valid or not. */
const createSettings = (changes: Record<string, unknown>) => ({ stage: 'try', ...changes }) as StageInput;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the settings of a stage', () => {
  it('have a default for every field but the name', () => {
    // The default models are data, and generateConcurrency follows their quotas.
    const { models, services, generateConcurrency, ...settings } = parseSettings({ stage: 'try' });

    expect(models).not.toEqual([]);
    expect(services.map(({ service }) => service)).toEqual(['style', 'layout', 'cutout', ...EDIT_SERVICES]);
    expect(generateConcurrency).toBe(computeConcurrency(models, services));
    expect(settings).toEqual({
      stage: 'try',
      region: 'us-west-2',
      prices: {},
      welcomeCredits: 3,
      youtubeApiKey: false,
      magicLink: false,
      keepData: false,
      imageKeys: ['1'],
      logRetentionDays: 30,
      earlyAccess: [],
      rateLimits: {
        generations: 12,
        welcomes: 200,
        domainWelcomes: 5,
        providerWelcomes: 100,
        allSupportMessages: 200,
      },
      longestWaitSeconds: 300,
      waf: { enabled: false },
      answerHours: { standard: 72, priority: 24, dedicated: 4 },
      automaticTax: false,
      monthlyBudgetUsd: 100,
      dailyModelSpendUsd: 5,
    });
  });

  // The limits of the values. The stages of tests/infra/support/stages.ts use every setting.
  it.each([
    { stage: 'a', models: [model], services: [styleGuide] },
    { stage: 'abcdefghijklmnop', welcomeCredits: 1_000 },
    { region: 'us-gov-west-1', imageExpiryDays: 1, monthlyBudgetUsd: 0.5 },
    { domain: { name: 'example.com', hostedZone: zone } },
    { rateLimits: { generations: 1, welcomes: 10_000 } },
    { prices: { starter: 'price_1', pro: 'price_1AbC_3' } },
  ])('accept %j', (changes) => {
    expect(parseSettings(createSettings(changes))).toMatchObject(changes);
  });

  it.each([
    [{ stage: '' }, 'stage: must be'],
    [{ stage: 'Prod' }, 'stage: must be'],
    [{ stage: 'abcdefghijklmnopq' }, 'stage: must be'],
    // The stacks of other stages, and the embedded cloud.
    [{ stage: 'a-firewall' }, 'stage: must not be local, or end with -certificate or -firewall'],
    [{ stage: 'a-certificate' }, 'stage: must not be local'],
    [{ stage: 'local' }, 'stage: must not be local'],
    [{ imageKeys: [] }, 'imageKeys: '],
    [{ imageKeys: ['1', '2', '1'] }, 'imageKeys: a name appears twice'],
    [{ imageKeys: ['1', '2', '3', '4', '5', '6'] }, 'imageKeys: must be 5 names at most'],
    [{ region: 'Oregon' }, 'region: must be an AWS region'],
    [{ region: 'us-west-2a' }, 'region: must be an AWS region'],
    [{ welcomeCredits: -1 }, 'welcomeCredits: '],
    [{ welcomeCredits: 1_001 }, 'welcomeCredits: '],
    [{ welcomeCredits: '3' }, 'welcomeCredits: '],
    [{ welcomeCredit: 5 }, 'Unrecognized key: "welcomeCredit"'],
    [{ models: [] }, 'models: the pool needs at least one model'],
    [{ models: [model, model] }, 'models: a model id appears twice'],
    [{ models: [{ ...model, cost: 0 }] }, 'models.0.cost: cost must be at least 1'],
    [{ models: [model, { ...model, id: 'two', region: 'x' }] }, 'models.1.region: region must be'],
    [{ models: [{ ...model, schema: 'x' }] }, 'models.0.schema: '],
    [{ models: [{ ...unknownModel, usdPerImage: 1 }] }, 'models.0.requestsPerMinute: has no default'],
    [{ models: [{ ...unknownModel, requestsPerMinute: 3 }] }, 'models.0.usdPerImage: has no default'],
    [{ models: [{ ...model, requestsPerMinute: 0 }] }, 'models.0.requestsPerMinute: '],
    [{ models: [{ ...model, usdPerImage: -1 }] }, 'models.0.usdPerImage: '],
    [{ services: [styleGuide, styleGuide] }, 'services: a model id appears twice'],
    [{ services: [{ ...styleGuide, id: 'stability.x' }] }, 'services.0.id: id must be a US'],
    [{ services: [{ ...styleGuide, service: 'x' }] }, 'services.0.service: '],
    [{ services: [{ ...styleGuide, regions: [] }] }, 'services.0.regions: a service needs'],
    [{ services: [{ ...styleGuide, regions: ['eu-west-1'] }] }, 'services.0.regions.0: each region'],
    [
      { services: [{ ...styleGuide, id: 'us.stability.next-v1:0' }] },
      'services.0.requestsPerMinute: has no default',
    ],
    [{ promptModel: { id: 'us.amazon.next-v1:0' } }, 'promptModel.usdPerMillionTokens: has no default'],
    [
      { promptModel: { usdPerMillionTokens: { input: -1, output: 1 } } },
      'promptModel.usdPerMillionTokens.input: input must be 0 or more',
    ],
    [{ earlyAccess: ['improve'] }, 'earlyAccess.0: Invalid option'],
    [{ imageExpiryDays: 0 }, 'imageExpiryDays: '],
    [{ domain: { name: 'https://a.example.com', hostedZone: zone } }, 'domain.name: must be a host name'],
    [{ domain: { name: 'a.example.com' } }, 'domain.certificateArn: or hostedZone must be set'],
    [
      { domain: { name: 'a.example.com', certificateArn: CERTIFICATE.replace('us-east-1', 'us-west-2') } },
      'domain.certificateArn: must be the ARN of a certificate in us-east-1',
    ],
    // The same ending, but not a subdomain.
    [
      { domain: { name: 'myexample.com', hostedZone: zone } },
      'domain.hostedZone.name: must be the host name',
    ],
    [{ magicLink: true }, 'magicLink: requires the setting ses'],
    [{ rateLimits: { generations: 0 } }, 'rateLimits.generations: '],
    [
      { rateLimits: { concepts: 7 } },
      'rateLimits: Unrecognized key: "concepts". `npm run settings` lists the settings; contract/rate-limits.ts has the other limits',
    ],
    [{ generateConcurrency: 'all' }, 'generateConcurrency: '],
    [
      { ses: { fromAddress: 'a@mail.example.com', identity: 'example.org' } },
      'ses.identity: must be domain, address, or a parent domain of the address',
    ],
    [{ alarmEmail: 'operator' }, 'alarmEmail: must be an e-mail address'],
    [{ alarmUrl: 'http://on-call.example.com' }, 'alarmUrl: must be an https URL'],
    [
      { legal: { ...LEGAL, termsUrl: 'http://example.com/terms' } },
      'legal.termsUrl: must be an https address, or a path of the site such as /terms',
    ],
    [
      { legal: { ...LEGAL, refundsUrl: '//example.com' } },
      'legal.refundsUrl: must be an https address, or a path of the site such as /terms',
    ],
    // The addresses are in the environment of a function, whose size is limited.
    [
      { legal: { ...LEGAL, termsUrl: `https://example.com/${'a'.repeat(500)}` } },
      'legal.termsUrl: must be at most 500 characters',
    ],
    [{ legal: { ...LEGAL, supportEmail: 'support' } }, 'legal.supportEmail: must be an e-mail address'],
    [{ monthlyBudgetUsd: -1 }, 'monthlyBudgetUsd: must be 0 or more'],
    [{ dailyModelSpendUsd: 0 }, 'dailyModelSpendUsd: must be above 0'],
    [{ logRetentionDays: 31 }, 'logRetentionDays: '],
    [{ prices: { gold: 'price_4' } }, 'prices: Unrecognized key: "gold"'],
    [{ prices: { pro: 'prod_2' } }, 'prices.pro: must be a Stripe price ID'],
  ])('reject %j with the message "%s"', (changes, message) => {
    const stage = 'stage' in changes ? changes.stage : 'try';
    const parse = () => parseSettings(createSettings(changes));

    expect(parse).toThrow(`The settings of stage "${stage}" are invalid:`);
    expect(parse).toThrow(message);
  });

  it('have a default quota and price of a known model, which the stage can override', () => {
    const core = { ...unknownModel, id: CORE };

    expect(parseSettings(createSettings({ models: [core] })).models).toMatchObject([
      { requestsPerMinute: 90, usdPerImage: 0.04 },
    ]);
    expect(
      parseSettings(createSettings({ models: [{ ...core, requestsPerMinute: 300 }] })).models,
    ).toMatchObject([{ requestsPerMinute: 300, usdPerImage: 0.04 }]);
  });

  it("reserve the concurrency that the models' quotas allow for the longest generations", () => {
    let services: unknown[] = [];
    const concurrency = (...quotas: number[]) =>
      parseSettings(
        createSettings({
          models: quotas.map((requestsPerMinute, id) => ({ ...model, id: `m${id}`, requestsPerMinute })),
          services,
        }),
      ).generateConcurrency;

    expect(concurrency(60)).toBe(29);
    expect(concurrency(90, 15, 10)).toBe(56);
    expect(concurrency(1)).toBe(1);
    // Each region of a service has its own quota.
    services = [{ ...styleGuide, regions: ['us-west-2', 'us-east-1'], requestsPerMinute: 30 }];
    expect(concurrency(60)).toBe(58);
  });

  it('can be parsed again, as the embedded cloud does to change some of them', () => {
    const parsed = parseSettings(createSettings({ generateConcurrency: 'quota', waf: { enabled: true } }));

    expect(parseSettings(parsed)).toEqual(parsed);
  });

  it('are reported with all invalid fields at once', () => {
    const wrong = createSettings({ region: 'x', welcomeCredits: -1, models: [] });

    expect(() => parseSettings(wrong)).toThrow(/region: .*\n.*models: .*\n.*welcomeCredits: /);
  });
});

describe('the stage', () => {
  // dev reserves no concurrency: the limit of a new account is too low for it.
  it.each([
    ['dev', { keepData: false, generateConcurrency: 0, logRetentionDays: 30, waf: { enabled: false } }],
    ['prod', { keepData: true, logRetentionDays: 365, waf: { enabled: true } }],
  ])('%s has the settings %j', (stage, settings) => {
    expect(findStage(stage)).toMatchObject({ stage, ...settings });
  });

  // GitHub passes an empty text for a variable that the repository does not have.
  it('prod treats an empty environment variable as missing', async () => {
    vi.stubEnv('ALARM_EMAIL', '');
    vi.stubEnv('SES_FROM_ADDRESS', '');
    vi.resetModules();
    const { prod } = await import('../../../infra/stages/prod.ts');

    const { alarmEmail, ses } = parseSettings(prod);
    expect([alarmEmail, ses]).toEqual([undefined, undefined]);
  });

  it.each(['staging', '', 'Prod', 'toString', '__proto__'])(
    '"%s" does not exist, and the error lists the stages that exist',
    (name) => {
      expect(() => findStage(name)).toThrow(`There is no stage "${name}". Stages: dev, prod.`);
    },
  );
});
