import { describe, expect, it } from 'vitest';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { findStage } from '../../../infra/stages/stages.ts';

const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 } as const;

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
        },
        {
          id: 'stability.sd3-5-large-v1:0',
          region: 'us-west-2',
          schema: 'stability',
          label: 'Stable Diffusion 3.5 Large',
          cost: 1,
        },
      ],
      welcomeCredits: 3,
      keepData: false,
      logRetentionDays: 30,
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
    ['keepData in words', { keepData: 'yes' }, 'keepData: '],
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

  it('are told with every mistake at once', () => {
    const wrong = settings({ region: 'x', welcomeCredits: -1, models: [] });

    expect(() => parseSettings(wrong)).toThrow(/region: .*\n.*models: .*\n.*welcomeCredits: /);
  });
});

describe('a stage', () => {
  it('dev is for trying out: nothing of it is kept', () => {
    expect(findStage('dev')).toMatchObject({ stage: 'dev', keepData: false });
  });

  it('prod is for good: what creators own is kept, and its logs for a year', () => {
    expect(findStage('prod')).toMatchObject({ stage: 'prod', keepData: true, logRetentionDays: 365 });
  });

  it.each(['staging', '', 'Prod', 'toString', '__proto__'])(
    '"%s" is not known: told, with those that are',
    (name) => {
      expect(() => findStage(name)).toThrow(`There is no stage "${name}". Stages: dev, prod.`);
    },
  );
});
