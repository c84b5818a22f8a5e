import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PACK_IDS } from '#contract/packs.ts';
import { describeSettings, settingsCommand } from '../../../infra/commands/settings.ts';
import { readPrices, writePrices } from '../../../infra/stages/prices.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import { run } from '../support/terminal.ts';

// The content of prices.json depends on the deployed stages.
vi.mock('node:fs', { spy: true });

const prices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));
let file = '';

const mockFile = (value: unknown) => {
  file = JSON.stringify(value);
};

beforeEach(() => {
  mockFile({});
  vi.mocked(readFileSync).mockImplementation(() => file);
  vi.mocked(writeFileSync).mockImplementation((_, text) => {
    file = text as string;
  });
});

describe("a stage's prices in prices.json", () => {
  it('are a part of its settings, and not of the settings of another stage', () => {
    mockFile({ dev: prices });

    expect(findStage('dev')).toMatchObject({ stage: 'dev', prices });
    expect(findStage('prod')).toMatchObject({ stage: 'prod', prices: {} });
  });

  it.each([
    [
      'can lack a pack, for example a new one, which is not on sale',
      { starter: 'price_1' },
      { starter: 'price_1' },
    ],
    ['omit a pack that no longer exists', { ...prices, removed: 'price_9' }, prices],
  ])('%s', (_, dev, expected) => {
    mockFile({ dev });

    expect(findStage('dev').prices).toEqual(expected);
  });

  it.each([
    ['starter', 'prod_1'],
    ['pro', ''],
    ['elite', 'price_3 '],
    ['elite', 'price-3'],
  ])('are invalid if the price of %s is "%s"', (pack, id) => {
    mockFile({ dev: { ...prices, [pack]: id } });

    expect(() => findStage('dev')).toThrow(
      `The settings of stage "dev" are invalid:\n  prices.${pack}: must be a Stripe price ID`,
    );
  });

  it.each(['{ "dev": { "pro": 2 } }', '[]', '"price_1"', '{'])('are rejected if the file is %s', (text) => {
    file = text;

    expect(() => findStage('dev')).toThrow(/^infra\/stages\/prices\.json must hold an object/);
  });

  it('are written beside the prices of the other stages, indented and with a newline at the end', () => {
    mockFile({ prod: { pro: 'price_prod' } });

    writePrices('dev', { pro: 'price_old' });
    writePrices('dev', prices);

    expect(readPrices('dev')).toEqual(prices);
    expect(file).toBe(`${JSON.stringify({ prod: { pro: 'price_prod' }, dev: prices }, null, 2)}\n`);
    expect(vi.mocked(writeFileSync).mock.calls[0]?.[0]).toMatch(/infra\/stages\/prices\.json$/);
  });
});

describe('npm run settings', () => {
  it.each<[path: string, value: unknown, source: string]>([
    ['keepData', true, 'stage file'],
    ['waf.enabled', true, 'stage file'],
    ['rateLimits.welcomes', 200, 'default'],
    ['models.1.requestsPerMinute', 15, 'default'],
    // Computed from the models.
    ['generateConcurrency', expect.any(Number), 'default'],
    ['imageExpiryDays', undefined, 'default'],
    ['prices.pro', 'price_pro', 'prices.json'],
  ])('describes %s of prod with the value %j and the source "%s"', (path, value, source) => {
    mockFile({ prod: prices });

    expect(describeSettings('prod').find((setting) => setting.path === path)).toMatchObject({
      value,
      source,
    });
  });

  it('prints each setting once, with its value and source, and its meaning or the meaning of its parent', async () => {
    const { printed, warned, exitCode } = await run(settingsCommand, '--stage', 'prod');

    const settings = describeSettings('prod');
    const lines = printed.split('\n');
    expect({ warned, exitCode, count: lines.length }).toEqual({
      warned: '',
      exitCode: 0,
      count: settings.length + 2,
    });
    expect(lines[0]).toMatch(/^setting +value +source +meaning$/);
    expect(printed).toMatch(/^region +\S+ +(default|stage file) +AWS region/m);
    expect(printed).toMatch(/^keepData +true +stage file +Protect users/m);
    expect(printed).toMatch(/^domain +- +default +Custom domain/m);
    expect(new Set(settings.map(({ path }) => path)).size).toBe(settings.length);
    for (const { path, meaning } of settings) expect(meaning, path).not.toBe('');
    const findMeaning = (path: string) => settings.find((setting) => setting.path === path)?.meaning;
    expect(findMeaning('models.0.label')).toBe(findMeaning('models.1.cost'));
  });
});
