import { describe, expect, it } from 'vitest';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { findStage } from '../../../infra/stages/stages.ts';

const unknownModel = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 } as const;
const model = { ...unknownModel, requestsPerMinute: 30, usdPerImage: 0.01 };
const CERTIFICATE = 'arn:aws:acm:us-east-1:000000000000:certificate/0f8fad5b-d9cb-469f-a165-70867728950e';
const zone = { id: 'Z0123456789ABC', name: 'example.com' };

/** Settings as a file may hold them, right or wrong. */
const settings = (changes: Record<string, unknown>) => ({ stage: 'try', ...changes }) as StageInput;

describe('settings', () => {
  it('are complete without any but the name', () => {
    expect(parseSettings({ stage: 'try' })).toEqual({
      stage: 'try',
      region: 'us-west-2',
      models: [
        {
          id: 'stability.stable-image-core-v1:1',
          region: 'us-west-2',
          schema: 'stability',
          label: 'Stable Image Core',
          cost: 1,
          requestsPerMinute: 90,
          usdPerImage: 0.04,
        },
        {
          id: 'stability.sd3-5-large-v1:0',
          region: 'us-west-2',
          schema: 'stability',
          label: 'Stable Diffusion 3.5 Large',
          cost: 1,
          requestsPerMinute: 15,
          usdPerImage: 0.08,
        },
      ],
      welcomeCredits: 3,
      magicLink: false,
      keepData: false,
      logRetentionDays: 30,
      rateLimits: { generationsPerMinute: 12 },
      // (90 + 15) a minute, for 29 s each.
      generateConcurrency: 51,
      throttle: { perSecond: 100, burst: 200, generatePerSecond: 10, generateBurst: 20 },
      waf: { enabled: false, requestsPerFiveMinutes: 1_000 },
      monthlyBudgetUsd: 100,
      dailyModelSpendUsd: 5,
    });
  });

  it.each([
    { stage: 'a' },
    { stage: 'abcdefghijklmnop' },
    { region: 'ap-southeast-2' },
    { region: 'us-gov-west-1' },
    { models: [model] },
    { welcomeCredits: 0 },
    { welcomeCredits: 1_000 },
    { keepData: true },
    { imageExpiryDays: 1 },
    { domain: { name: 'example.com', hostedZone: zone } },
    { domain: { name: 'thumbs.example.com', hostedZone: zone } },
    { domain: { name: 'thumbs.example.org', certificateArn: CERTIFICATE } },
    { rateLimits: { generationsPerMinute: 1 } },
    { generateConcurrency: 0 },
    { generateConcurrency: 200 },
    { throttle: { perSecond: 1, burst: 1, generatePerSecond: 1, generateBurst: 1 } },
    { waf: { enabled: true, requestsPerFiveMinutes: 10 } },
    { alarmEmail: 'operator@example.com' },
    { monthlyBudgetUsd: 0.5 },
    { dailyModelSpendUsd: 12.5 },
    { logRetentionDays: 365 },
    { prices: { starter: 'price_1', pro: 'price_2', elite: 'price_1AbC_3' } },
  ])('may say %j', (changes) => {
    expect(parseSettings(settings(changes))).toMatchObject(changes);
  });

  it.each([
    ['an empty stage', { stage: '' }, 'stage: must be'],
    ['a stage in capitals', { stage: 'Prod' }, 'stage: must be'],
    ['a stage too long for the name of a bucket', { stage: 'abcdefghijklmnopq' }, 'stage: must be'],
    ['a bad region', { region: 'Oregon' }, 'region: must be an AWS region'],
    ['a zone', { region: 'us-west-2a' }, 'region: must be an AWS region'],
    ['negative welcome credits', { welcomeCredits: -1 }, 'welcomeCredits: '],
    ['half a welcome credit', { welcomeCredits: 0.5 }, 'welcomeCredits: '],
    ['too many welcome credits', { welcomeCredits: 1_001 }, 'welcomeCredits: '],
    ['welcome credits in words', { welcomeCredits: '3' }, 'welcomeCredits: '],
    ['an empty pool', { models: [] }, 'models: the pool needs at least one model'],
    ['a model twice', { models: [model, model] }, 'models: a model id appears twice'],
    ['a free model', { models: [{ ...model, cost: 0 }] }, 'models.0.cost: cost must be at least 1'],
    [
      'a model in a bad region',
      { models: [model, { ...model, id: 'two', region: 'x' }] },
      'models.1.region: region must be',
    ],
    ['a model of an unknown schema', { models: [{ ...model, schema: 'x' }] }, 'models.0.schema: '],
    [
      'a model of which nobody knows the quota',
      { models: [{ ...unknownModel, usdPerImage: 0.01 }] },
      'models.0.requestsPerMinute: is not known for this model: say ',
    ],
    [
      'a model of which nobody knows the price',
      { models: [model, { ...unknownModel, id: 'two', requestsPerMinute: 30 }] },
      'models.1.usdPerImage: is not known for this model: say ',
    ],
    ['a quota of none', { models: [{ ...model, requestsPerMinute: 0 }] }, 'models.0.requestsPerMinute: '],
    ['a price below none', { models: [{ ...model, usdPerImage: -1 }] }, 'models.0.usdPerImage: '],
    ['keepData in words', { keepData: 'yes' }, 'keepData: '],
    ['pictures that go on the day they come', { imageExpiryDays: 0 }, 'imageExpiryDays: '],
    [
      'an address in place of a name',
      { domain: { name: 'https://thumbs.example.com', hostedZone: zone } },
      'domain.name: must be a host name',
    ],
    [
      'a name with neither a certificate nor a zone to prove one',
      { domain: { name: 'thumbs.example.com' } },
      'domain.certificateArn: or hostedZone is needed',
    ],
    [
      'a certificate where CloudFront does not look',
      { domain: { name: 'example.com', certificateArn: CERTIFICATE.replace('us-east-1', 'us-west-2') } },
      'domain.certificateArn: must be the ARN of a certificate in us-east-1',
    ],
    [
      'a name outside the zone, though it ends alike',
      { domain: { name: 'myexample.com', hostedZone: zone } },
      'domain.hostedZone.name: must be the name itself',
    ],
    [
      'a rate limit of zero',
      { rateLimits: { generationsPerMinute: 0 } },
      'rateLimits.generationsPerMinute: ',
    ],
    ['an unknown rate limit', { rateLimits: { generationsPerHour: 3 } }, 'generationsPerHour'],
    ['concurrency in other words', { generateConcurrency: 'all' }, 'generateConcurrency: '],
    ['a throttle of none', { throttle: { perSecond: 0 } }, 'throttle.perSecond: '],
    [
      'a limit that WAF does not know',
      { waf: { requestsPerFiveMinutes: 9 } },
      'waf.requestsPerFiveMinutes: ',
    ],
    ['an alarm to nobody', { alarmEmail: 'operator' }, 'alarmEmail: must be an e-mail address'],
    ['no budget', { monthlyBudgetUsd: 0 }, 'monthlyBudgetUsd: must be above 0'],
    ['no spending', { dailyModelSpendUsd: 0 }, 'dailyModelSpendUsd: must be above 0'],
    ['a retention that CloudWatch does not know', { logRetentionDays: 31 }, 'logRetentionDays: '],
    [
      'a pack that is not sold',
      { prices: { starter: 'price_1', pro: 'price_2', elite: 'price_3', gold: 'price_4' } },
      'prices: Unrecognized key: "gold"',
    ],
    ['only some prices', { prices: { pro: 'price_2' } }, 'prices.starter: '],
    [
      "a product's id in place of its price's",
      { prices: { starter: 'price_1', pro: 'prod_2', elite: 'price_3' } },
      'prices.pro: must be a Stripe price id',
    ],
    ['an unknown field', { welcomeCredit: 5 }, 'welcomeCredit'],
  ])('may not hold %s', (_, changes, told) => {
    const stage = 'stage' in changes ? changes.stage : 'try';

    expect(() => parseSettings(settings(changes))).toThrow(`The settings of stage "${stage}" are wrong:`);
    expect(() => parseSettings(settings(changes))).toThrow(told);
  });

  it('take the known quota and price of a model, unless the stage knows better', () => {
    const core = { ...unknownModel, id: 'stability.stable-image-core-v1:1' };

    expect(parseSettings(settings({ models: [core] })).models).toMatchObject([
      { requestsPerMinute: 90, usdPerImage: 0.04 },
    ]);
    expect(parseSettings(settings({ models: [{ ...core, requestsPerMinute: 300 }] })).models).toMatchObject([
      { requestsPerMinute: 300, usdPerImage: 0.04 },
    ]);
  });

  it("reserve as much concurrency as the models' quotas can use in the longest time of a generation", () => {
    const concurrency = (...quotas: number[]) =>
      parseSettings(
        settings({
          models: quotas.map((requestsPerMinute, id) => ({ ...model, id: `m${id}`, requestsPerMinute })),
        }),
      ).generateConcurrency;

    expect(concurrency(60)).toBe(29);
    expect(concurrency(90, 15, 10)).toBe(56);
    expect(concurrency(1)).toBe(1);
  });

  it('stay as they are when they are parsed again: the embedded cloud changes some of them', () => {
    const parsed = parseSettings(settings({ generateConcurrency: 'quota', waf: { enabled: true } }));

    expect(parseSettings(parsed)).toEqual(parsed);
  });

  it('are told with every mistake at once', () => {
    const wrong = settings({ region: 'x', welcomeCredits: -1, models: [] });

    expect(() => parseSettings(wrong)).toThrow(/region: .*\n.*models: .*\n.*welcomeCredits: /);
  });
});

describe('a stage', () => {
  it('dev is for trying out: nothing of it is kept, reserved or fenced in', () => {
    expect(findStage('dev')).toMatchObject({
      stage: 'dev',
      keepData: false,
      generateConcurrency: 0,
      waf: { enabled: false },
    });
  });

  it('prod is for good: what creators own is kept, its logs for a year, behind a firewall', () => {
    expect(findStage('prod')).toMatchObject({
      stage: 'prod',
      keepData: true,
      logRetentionDays: 365,
      generateConcurrency: 51,
      waf: { enabled: true },
    });
  });

  it.each(['staging', '', 'Prod', 'toString', '__proto__'])(
    '"%s" is not known: told, with those that are',
    (name) => {
      expect(() => findStage(name)).toThrow(`There is no stage "${name}". Stages: dev, prod.`);
    },
  );
});
